import { readLicence, uploadLicence } from '@cardinal/contract/api/customers/customers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { identityHeaders } from '../../../http/client.ts';
import { page } from '../../../http/connection.ts';
import { queryString } from '../../../http/query.ts';
import { useChange } from '../../../kit/change.ts';
import { mayCall } from '../../../shell/permissions.ts';
import './customers.css';

const words = {
  picture: text('{name} 的营业执照', 'Licence of {name}'),
  upload: text('上传图片', 'Upload a picture'),
  replace: text('更换图片', 'Replace the picture'),
  kinds: text('jpg、png、webp，不超过 10 MB', 'jpg, png or webp, at most 10 MB'),
  failed: text('图片加载失败', 'The picture could not be loaded'),
  uploaded: text('营业执照已上传', 'The licence was uploaded'),
};
const KINDS = '.jpg,.jpeg,.png,.webp';

type Customer = {
  readonly id: string;
  readonly name: string;
  readonly hasLicence: boolean;
  readonly offered: { readonly edit: boolean };
};

/** The picture of a customer's licence, and the way to put another in its place. */
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
          <button
            type="button"
            className="link-button"
            disabled={uploading.isRunning}
            onClick={() => file.current?.click()}
          >
            {t(customer.hasLicence ? words.replace : words.upload)}
          </button>
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

async function fetchLicence(id: string, signal: AbortSignal): Promise<Blob> {
  const asked = `${page.baseAddress()}${readLicence.path}${queryString({ id })}`;
  const response = await fetch(asked, { headers: identityHeaders(page), credentials: 'omit', signal });
  if (!response.ok) throw new Error(`The licence of ${id} was not answered: ${response.status}`);
  return response.blob();
}

/** The token travels in a header, which an address in `src` cannot carry: the bytes are asked for and shown from memory. */
function Picture({ customer }: { customer: Customer }) {
  const t = useText();
  const { data, isError } = useQuery({
    queryKey: [readLicence.name, customer.id],
    queryFn: ({ signal }) => fetchLicence(customer.id, signal),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (isError) return <span>{t(words.failed)}</span>;
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img className="picture" src={address} alt={t(words.picture, { name: customer.name })} />
    </a>
  );
}
