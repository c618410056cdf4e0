import { readLicence, uploadLicence } from '@cardinal/contract/api/customers/customers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useRef } from 'react';
import { useChange } from '../../../kit/change.ts';
import { usePicture } from '../../../kit/usePicture.ts';
import { mayCall } from '../../../shell/permissions.ts';

const words = {
  picture: text('{name} 的营业执照', 'Business license of {name}'),
  upload: text('上传图片', 'Upload image'),
  replace: text('更换图片', 'Replace image'),
  kinds: text('jpg、png、webp，不超过 10 MB', 'jpg, png or webp, at most 10 MB'),
  failed: text('图片加载失败', 'Failed to load the image'),
  uploaded: text('营业执照已上传', 'Business license uploaded'),
};
const KINDS = '.jpg,.jpeg,.png,.webp';

type Customer = {
  readonly id: string;
  readonly name: string;
  readonly hasLicence: boolean;
  readonly offered: { readonly edit: boolean };
};

/** The picture of a customer's licence, and its replacement. */
export function Licence({ customer }: { customer: Customer }) {
  const t = useText();
  const file = useRef<HTMLInputElement>(null);
  const uploading = useChange(uploadLicence, { done: t(words.uploaded) });
  const send = (picked: File | undefined) => {
    if (picked) void uploading.run({ body: { id: customer.id }, file: picked });
  };
  const isOffered = customer.offered.edit && mayCall(uploadLicence);
  if (!customer.hasLicence && !isOffered) return null;
  return (
    <Inline gap="m">
      {customer.hasLicence ? <Picture customer={customer} /> : null}
      {isOffered ? (
        <>
          <TextButton disabled={uploading.isRunning} onClick={() => file.current?.click()}>
            {t(customer.hasLicence ? words.replace : words.upload)}
          </TextButton>
          <small>{t(words.kinds)}</small>
          <input
            ref={file}
            type="file"
            hidden
            accept={KINDS}
            onChange={(event) => {
              send(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </>
      ) : null}
    </Inline>
  );
}

function Picture({ customer }: { customer: Customer }) {
  const t = useText();
  const { address, isError } = usePicture(readLicence, customer.id);
  if (isError) return <span>{t(words.failed)}</span>;
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img className="picture" src={address} alt={t(words.picture, { name: customer.name })} />
    </a>
  );
}
