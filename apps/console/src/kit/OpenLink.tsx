import { routeOf } from '@cardinal/contract/routes/matching.ts';
import type { ReactNode } from 'react';
import { pathsOf } from '../shell/guard.ts';
import { Link } from '../shell/Link.tsx';
import { screenOf } from '../shell/screenFiles.ts';
import { useShell } from '../shell/shellState.ts';

/** A link to another screen with its query; plain text where this account cannot open that screen. */
export function OpenLink(props: { to: string | undefined; className?: string; title?: string; children: ReactNode }) {
  const { to, ...look } = props;
  const entries = useShell((shell) => shell.entries);
  const match = to === undefined ? undefined : routeOf(to.split('?')[0] ?? '');
  const isOpen = match && screenOf(match.route) !== undefined && pathsOf(entries).includes(match.route.path);
  return to !== undefined && isOpen ? <Link to={to} {...look} /> : <span {...look} />;
}
