import {
  LOGIN_BACKGROUND,
  listLoginBackgrounds,
  readLoginBackground,
  removeLoginBackground,
  uploadLoginBackground,
} from '@cardinal/contract/api/settings/loginBackgrounds.ts';
import {
  LOGO_BYTES,
  LOGO_EXTENSIONS,
  listLogos,
  readLogo,
  removeLogo,
  uploadLogo,
} from '@cardinal/contract/api/settings/logos.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { page } from '../../../http/connection.ts';
import { useChange } from '../../../kit/change.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import { useUpload } from '../../../kit/upload/useUpload.ts';
import { useRead } from '../../../kit/useRead.ts';

const logoWords = {
  title: text('站点 {host} 的标志', 'Logo of {host}'),
  note: text(
    '显示在登录页和侧栏，高 24 至 32 像素；建议透明底、宽不超过高的 4 倍。',
    'Shown on the login page and in the sidebar, 24 to 32 pixels high. A transparent background and a width up to four times the height work best.',
  ),
  present: text('当前标志', 'Current logo'),
  none: text('未上传，显示默认标志', 'Not uploaded; the default logo is shown'),
  file: text('标志图片', 'Logo'),
  remove: text('恢复默认标志', 'Restore default logo'),
  saved: text('标志已保存，刷新页面后可见', 'Logo saved; reload to see it'),
  removed: text('已恢复默认标志', 'Default logo restored'),
};

const backgroundWords: typeof logoWords = {
  title: text('站点 {host} 的登录背景', 'Login background of {host}'),
  note: text(
    '铺满登录页，按窗口裁切；左侧压暗以衬白字，表单有自己的底面，浅色、深色下都清晰。建议 1920×1080 以上，主体居中。',
    'Fills the login page and is cropped to the window. The left side is dimmed for white text and the form has its own surface, so both stay readable in light and dark. Use 1920×1080 or larger with the subject centered.',
  ),
  present: text('当前背景', 'Current background'),
  none: text('未上传，登录页使用默认画面', 'Not uploaded; the login page uses the default picture'),
  file: text('背景图片', 'Background'),
  remove: text('移除背景', 'Remove it'),
  saved: text('登录背景已保存，打开登录页可见', 'Login background saved; open the login page to see it'),
  removed: text('登录背景已移除', 'Login background removed'),
};

const LOGO = {
  list: listLogos,
  read: readLogo,
  upload: uploadLogo,
  remove: removeLogo,
  demand: { extensions: LOGO_EXTENSIONS, maxBytes: LOGO_BYTES, content: 'image' },
  words: logoWords,
} as const;
const BACKGROUND = {
  list: listLoginBackgrounds,
  read: readLoginBackground,
  upload: uploadLoginBackground,
  remove: removeLoginBackground,
  demand: { extensions: LOGIN_BACKGROUND.extensions, maxBytes: LOGIN_BACKGROUND.maxBytes, content: 'image' },
  words: backgroundWords,
} as const;

/** One host's logo or login background: keep, replace or remove. */
export function SitePicture(props: { kind: 'logo' | 'background'; host: string; onClose: () => void }) {
  const { host, onClose } = props;
  const t = useText();
  const kind = props.kind === 'logo' ? LOGO : BACKGROUND;
  const removing = useChange(kind.remove, { done: t(kind.words.removed), onDone: onClose });
  const upload = useUpload(kind.upload, {
    missing: t(verbs.selectAnImage),
    done: () => t(kind.words.saved),
    onDone: onClose,
  });
  const { data } = useRead(kind.list, {}, { isSilent: false });
  const picture = data?.find((each) => each.host === host);
  return (
    <Sheet
      isOpen
      title={t(kind.words.title, { host })}
      onClose={onClose}
      footer={
        <Inline justify="end">
          {picture ? (
            <Button danger loading={removing.isRunning} onClick={() => void removing.run({ body: { host } })}>
              {t(kind.words.remove)}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t(verbs.cancel)}</Button>
          <Button type="primary" loading={upload.isSending} onClick={() => void upload.submit({ host })}>
            {t(verbs.save)}
          </Button>
        </Inline>
      }
    >
      <Stack>
        <p>{t(kind.words.note)}</p>
        <h3>{t(kind.words.present)}</h3>
        {picture ? (
          <Inline as="p" gap="l">
            <img
              className="picture"
              src={`${page.baseAddress()}${kind.read.path}?version=${picture.version}`}
              alt={t(kind.words.present)}
            />
            <span>
              {picture.updatedBy} <TimeText at={picture.updatedAt} />
            </span>
          </Inline>
        ) : (
          <p>{t(kind.words.none)}</p>
        )}
        <UploadField label={t(kind.words.file)} demand={kind.demand} {...upload.field} />
      </Stack>
    </Sheet>
  );
}
