import { useText } from '@cardinal/ui/language.tsx';
import { page } from '../http/connection.ts';
import { Link } from './Link.tsx';
import { useSite } from './site.ts';

/** Equal to the contract's path; the login page loads no schemas for a picture. */
const LOGO_PATH = '/api/site/v1/logo';

/** The host's own logo, or the product's mark in the host's colour: a card's notched corner around a compass. */
export function Mark(props: { size: number }) {
  const logo = useSite((site) => site.logoVersion);
  const colour = useSite((site) => site.brandColour) ?? '#1550d1';
  if (logo) {
    const source = `${page.baseAddress()}${LOGO_PATH}?version=${logo}`;
    return <img src={source} alt="" style={{ height: props.size, maxWidth: 4 * props.size }} />;
  }
  return (
    <svg aria-hidden="true" width={props.size} height={props.size} viewBox="0 0 32 32" fill="none">
      <path d="M5 3h16l6 6v18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill={colour} />
      <path d="M21 3l6 6h-6z" fill="#6ea0ff" />
      <path d="M16 10l2.6 5.4L24 18l-5.4 2.6L16 26l-2.6-5.4L8 18l5.4-2.6z" fill="#fff" />
    </svg>
  );
}

/** The brand of the host, or ours; it links to the home screen. */
export function Logo() {
  const t = useText();
  const site = useSite();
  return (
    <Link to="/" className="logo">
      <Mark size={24} />
      <b>{t(site.brand)}</b>
    </Link>
  );
}
