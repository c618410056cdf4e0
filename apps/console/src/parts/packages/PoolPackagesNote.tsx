import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { Link } from '../../shell/Link.tsx';
import { useMayOpen } from '../../shell/NoticeText.tsx';

const POOL_PACKAGES = '/flowPoolManagement/flowPoolPackage';
const words = {
  elsewhere: text('充入流量池的套餐不在此列：', 'Packages that fill flow pools are listed elsewhere: '),
  link: text('流量池套餐', 'flow pool packages'),
};

/** Where the packages are that lists of packages for cards leave out; for those who may go there. */
export function PoolPackagesNote() {
  const t = useText();
  if (!useMayOpen(POOL_PACKAGES)) return null;
  return (
    <Note tone="plain">
      {t(words.elsewhere)}
      <Link to={POOL_PACKAGES}>{t(words.link)}</Link>
    </Note>
  );
}
