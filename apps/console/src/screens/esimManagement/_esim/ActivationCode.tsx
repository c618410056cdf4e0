import { viewActivationCode } from '@cardinal/contract/api/esim/numbers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { QRCode } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { OneTimeDialog } from '../../../kit/OneTimeDialog.tsx';
import './esim.css';

const words = {
  title: text('码号 {iccid} 的激活码', 'Activation code of {iccid}'),
  note: text('用设备的「添加 eSIM」扫描，或手工输入。', 'Scan it with “Add eSIM” on the device, or enter it manually.'),
  confirmation: text('下载时还需要输入确认码。', 'The download also requires a confirmation code.'),
  picture: text('激活码的二维码', 'QR code of the activation code'),
  once: text(
    '激活码是密钥：本次查看已记入操作日志，关闭后需再次查看才能显示。',
    'The activation code is a secret. This view was recorded in the operation log; after closing you must view it again.',
  ),
};

export type ShownCode = AnswerOf<typeof viewActivationCode>;

/** Asks for the code of a number, once per click, and shows it until it is closed. */
export function useActivationCode() {
  const [shown, setShown] = useState<ShownCode>();
  const { run } = useChange(viewActivationCode, { onDone: setShown });
  return {
    look: (numberId: string) => void run({ body: { numberId } }),
    dialog: shown ? <ActivationCode code={shown} onClose={() => setShown(undefined)} /> : null,
  };
}

function ActivationCode({ code, onClose }: { code: ShownCode; onClose: () => void }) {
  const t = useText();
  return (
    <OneTimeDialog
      title={t(words.title, { iccid: code.iccid })}
      note={code.needsConfirmationCode ? `${t(words.note)} ${t(words.confirmation)}` : t(words.note)}
      once={t(words.once)}
      kept={t(verbs.close)}
      onClose={onClose}
    >
      <Stack align="center" above="m" below="m" role="img" aria-label={t(words.picture)}>
        {/* The picture has its name already; its drawing has none. */}
        <span aria-hidden="true">
          <QRCode type="svg" value={code.activationCode} size={208} color="#101828" bgColor="#ffffff" />
        </span>
      </Stack>
      <p className="secret-line">
        <span>{t(nouns.activationCode)}</span>
        <code>{code.activationCode}</code>
        <CopyButton value={code.activationCode} label={t(nouns.activationCode)} />
      </p>
    </OneTimeDialog>
  );
}
