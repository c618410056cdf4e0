import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { QRCode } from 'antd';

const words = {
  scan: text(
    '用验证器 App（如 Microsoft Authenticator、FreeOTP）扫描，然后输入它显示的 6 位数字。',
    'Scan with an authenticator app (such as Microsoft Authenticator or FreeOTP), then enter the 6-digit code it shows.',
  ),
  type: text('无法扫描？手动输入密钥', 'Cannot scan? Enter the key manually'),
  picture: text('两步验证的二维码', 'QR code for two-step verification'),
};

/** A two-step secret, to scan or to type. */
export function EnrolmentCode(props: { uri: string; secret: string }) {
  const t = useText();
  return (
    <Stack>
      <p>{t(words.scan)}</p>
      <div role="img" aria-label={t(words.picture)}>
        {/* The picture has its name already; its drawing has none. */}
        <span aria-hidden="true">
          <QRCode type="svg" value={props.uri} size={208} color="#101828" bgColor="#ffffff" />
        </span>
      </div>
      <Inline as="p" ink="secondary">
        {t(words.type)}
        <Span as="code" ink="ink">
          {(props.secret.match(/.{1,4}/g) ?? []).join(' ')}
        </Span>
        <CopyButton value={props.secret} label={t(words.type)} />
      </Inline>
    </Stack>
  );
}
