import { readPicture } from '@cardinal/contract/api/notices/notices.ts';
import { type Block, type Inline, readNoticeText } from '@cardinal/contract/noticeText.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import type { ReactNode } from 'react';
import { guard } from './guard.ts';
import { Link } from './Link.tsx';
import { currentFullPath, hrefOf } from './navigation.ts';
import { screenOf } from './screenFiles.ts';
import { useShell } from './shellState.ts';
import './notices.css';
import { usePicture } from '../kit/usePicture.ts';

const words = {
  noPicture: text('图片无法显示', 'Image cannot be displayed'),
};

/** Whether this account may open a path. */
export function useMayOpen(to: string): boolean {
  const entries = useShell((shell) => shell.entries);
  const verdict = guard(to, hrefOf(currentFullPath()), {
    hasToken: true,
    entries,
    mustChangePassword: false,
    hasRole: true,
    isBuilt: (route) => screenOf(route) !== undefined,
  });
  return verdict.kind === 'open' || verdict.kind === 'section';
}

/** A link into the console; without permission it says so and does not link. */
export function NoticeLink(props: { to: string; children: ReactNode; className?: string; onFollow?: () => void }) {
  const t = useText();
  const mayOpen = useMayOpen(props.to);
  if (mayOpen) return <Link {...props} />;
  return (
    <span className={props.className}>
      {props.children}{' '}
      <Paragraph as="small" ink="secondary">
        ({t(sentences.notPermitted)})
      </Paragraph>
    </span>
  );
}

/** A text is rendered once and nothing in it moves, so the index is a stable key. */
const placed = <T,>(parts: readonly T[]) => parts.map((part, at) => ({ part, key: String(at) }));

function InlineWords(props: { content: readonly Inline[] }) {
  return placed(props.content).map(({ part, key }) => {
    if (part.kind === 'strong') return <strong key={key}>{part.words}</strong>;
    if (part.kind === 'words') return <span key={key}>{part.words}</span>;
    return part.to.startsWith('/') ? (
      <NoticeLink key={key} to={part.to}>
        {part.words}
      </NoticeLink>
    ) : (
      <a key={key} href={part.to} target="_blank" rel="noopener noreferrer">
        {part.words}
      </a>
    );
  });
}

function Picture(props: { id: string; words: string }) {
  const t = useText();
  const { address, isError } = usePicture(readPicture, props.id);
  if (isError) return <Paragraph ink="secondary">{t(words.noPicture)}</Paragraph>;
  return address ? <img src={address} alt={props.words} /> : null;
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    return (
      <h3>
        <InlineWords content={block.content} />
      </h3>
    );
  }
  if (block.kind === 'image') return <Picture id={block.imageId} words={block.words} />;
  const lines = block.kind === 'items' ? block.items : block.lines;
  const drawn = placed(lines).map(({ part: line, key }) =>
    block.kind === 'items' ? (
      <li key={key}>
        <InlineWords content={line} />
      </li>
    ) : (
      <span key={key} className="notice-line">
        <InlineWords content={line} />
      </span>
    ),
  );
  return block.kind === 'items' ? <ul>{drawn}</ul> : <p>{drawn}</p>;
}

/** The text of a notice, rendered from its parsed tree; no HTML is ever interpreted. */
export function NoticeText(props: { written: string }) {
  return (
    <div className="notice-text">
      {placed(readNoticeText(props.written)).map(({ part, key }) => (
        <BlockView key={key} block={part} />
      ))}
    </div>
  );
}
