import {
  LOGO_BYTES,
  LOGO_EXTENSIONS,
  listLogos,
  readLogo,
  removeLogo,
  uploadLogo,
} from '@cardinal/contract/api/logos.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../http/call.ts';
import { page } from '../../../http/connection.ts';
import { useChange } from '../../../kit/change.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import { useUpload } from '../../../kit/upload/useUpload.ts';

const words = {
  title: text('站点 {host} 的标志', 'The logo of {host}'),
  note: text(
    '显示在登录页和侧栏，高 24 至 32 像素；建议透明底、宽不超过高的 4 倍。',
    'Shown on the login page and in the sidebar, 24 to 32 pixels high; best with a transparent background, no wider than four times its height.',
  ),
  present: text('当前标志', 'Current logo'),
  none: text('未上传，显示默认标志', 'None uploaded: the default is shown'),
  file: text('标志图片', 'Logo'),
  cancel: text('取消', 'Cancel'),
  save: text('保存', 'Save'),
  remove: text('恢复默认标志', 'Back to the default'),
  saved: text('标志已保存，刷新页面后可见', 'Logo saved; reload to see it'),
  removed: text('已恢复默认标志', 'The default logo is back'),
  missing: text('请选择图片', 'Choose a picture'),
};

const DEMAND = { extensions: LOGO_EXTENSIONS, maxBytes: LOGO_BYTES, content: 'image' } as const;

/** One host's logo: what it is, another one, or none. */
export function SiteLogo({ host, onClose }: { host: string; onClose: () => void }) {
  const t = useText();
  const removing = useChange(removeLogo, { done: t(words.removed), onDone: onClose });
  const upload = useUpload(uploadLogo, { missing: t(words.missing), done: () => t(words.saved), onDone: onClose });
  const { data } = useQuery({
    queryKey: [listLogos.name],
    queryFn: ({ signal }) => call(listLogos, {}, { signal }),
  });
  const logo = data?.find((each) => each.host === host);
  return (
    <Sheet
      isOpen
      title={t(words.title, { host })}
      onClose={onClose}
      footer={
        <div className="sheet-actions">
          {logo ? (
            <Button danger loading={removing.isRunning} onClick={() => void removing.run({ body: { host } })}>
              {t(words.remove)}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button type="primary" loading={upload.isSending} onClick={() => void upload.submit({ host })}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      <div className="platform-logo">
        <p>{t(words.note)}</p>
        <h3>{t(words.present)}</h3>
        {logo ? (
          <p className="platform-logo-shown">
            <img src={`${page.baseAddress()}${readLogo.path}?version=${logo.version}`} alt={t(words.present)} />
            <span>
              {logo.updatedBy} <TimeText at={logo.updatedAt} />
            </span>
          </p>
        ) : (
          <p>{t(words.none)}</p>
        )}
        <UploadField label={t(words.file)} demand={DEMAND} {...upload.field} />
      </div>
    </Sheet>
  );
}
