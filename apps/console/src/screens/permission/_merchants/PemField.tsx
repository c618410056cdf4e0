import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { describedBy } from '../../../kit/Field.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  choose: text('选择文件', 'Choose file'),
  drop: text('粘贴内容，或把文件拖到这里', 'Paste the content, or drop the file here'),
  large: text('不是证书或密钥文件：超过 {n} 字节', 'Not a certificate or key file: larger than {n} bytes'),
};

/** A certificate or key: pasted, chosen or dropped. The file is read here and never uploaded as such. */
export function PemField(props: {
  own: OwnControl;
  maxLength: number;
  placeholder: string | undefined;
  help: string | undefined;
}) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { own, maxLength } = props;
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxLength) toast.warning(t(words.large, { n: maxLength }));
    else own.onChange(await file.text());
  };
  return (
    <Stack gap="xs" align="start">
      <Input.TextArea
        {...describedBy(own.id, { problem: own.problem, help: props.help })}
        className="mono"
        autoSize={{ minRows: 3, maxRows: 6 }}
        spellCheck={false}
        autoComplete="off"
        maxLength={maxLength}
        status={own.problem ? 'error' : ''}
        placeholder={props.placeholder ?? t(words.drop)}
        value={typeof own.value === 'string' ? own.value : ''}
        onChange={(event) => own.onChange(event.target.value)}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          void take(file);
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {t(words.choose)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pem,.crt,.cer,.key,.txt"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Stack>
  );
}
