import type { TileLink } from '@cardinal/contract/api/dashboard.ts';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import type { ReactNode } from 'react';
import { pathsOf } from '../../shell/guard.ts';
import { Link } from '../../shell/Link.tsx';
import { screenOf } from '../../shell/screenFiles.ts';
import { useShell } from '../../shell/shellState.ts';
import { addressOf } from './figures.ts';

/** A figure that leads to the list that proves it; where that list cannot be opened it stays a figure. */
export function ProofLink(props: { link: TileLink | null; title?: string; className?: string; children: ReactNode }) {
  const { link, className } = props;
  const entries = useShell((shell) => shell.entries);
  const match = link ? routeOf(link.path) : undefined;
  const isOpen = match && screenOf(match.route) !== undefined && pathsOf(entries).includes(match.route.path);
  return link && isOpen ? (
    <Link
      to={addressOf(link)}
      className={className ? `${className} proof` : 'proof'}
      {...(props.title ? { title: props.title } : {})}
    >
      {props.children}
    </Link>
  ) : (
    <span className={className} title={props.title}>
      {props.children}
    </span>
  );
}
