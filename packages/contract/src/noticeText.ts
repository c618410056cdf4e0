import { problem, type Rule } from '@cardinal/primitives/problem.ts';
import { lengthOf, lengthProblem, unprintable } from '@cardinal/primitives/string.ts';

/**
 * The text of a notice in our own markup: `# heading`, `- item`, `**strong**`, `[words](target)`, `![words](image:7)` on its
 * own line, and an empty line between paragraphs. It is parsed into the tree below and rendered from it; it never becomes HTML,
 * so anything else is plain text.
 */
export type Inline =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'strong'; readonly words: string }
  | { readonly kind: 'link'; readonly words: string; readonly to: string };
export type Block =
  | { readonly kind: 'heading'; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'items'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'image'; readonly words: string; readonly imageId: string };

export const NOTICE_TEXT_MAX = 5_000;

const IMAGE = /^!\[([^\]]*)\]\(image:([1-9]\d{0,18})\)$/;
const MARKED = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g;

/** A screen of the console, or an external https page. `//host` is neither. */
export const isLinkTarget = (to: string): boolean => /^https:\/\/[^/\s]/.test(to) || /^\/(?![/\\])/.test(to);

function inlineOf(line: string): Inline[] {
  const content: Inline[] = [];
  let at = 0;
  for (const match of line.matchAll(MARKED)) {
    const [whole, strong, words, to] = match;
    if (to !== undefined && !isLinkTarget(to)) continue;
    if (match.index > at) content.push({ kind: 'words', words: line.slice(at, match.index) });
    content.push(
      strong === undefined
        ? { kind: 'link', words: words as string, to: to as string }
        : { kind: 'strong', words: strong },
    );
    at = match.index + whole.length;
  }
  if (at < line.length) content.push({ kind: 'words', words: line.slice(at) });
  return content;
}

/** Parses the markup; every input gives a tree without losses. */
export function readNoticeText(written: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of written.split(/\r?\n/).map((each) => each.trim())) {
    const image = IMAGE.exec(line);
    const last = blocks.at(-1);
    if (line === '') isOpen = false;
    else if (image) blocks.push({ kind: 'image', words: image[1] as string, imageId: image[2] as string });
    else if (line.startsWith('# ')) blocks.push({ kind: 'heading', content: inlineOf(line.slice(2)) });
    else if (line.startsWith('- ')) {
      const item = inlineOf(line.slice(2));
      if (isOpen && last?.kind === 'items') blocks.splice(-1, 1, { ...last, items: [...last.items, item] });
      else blocks.push({ kind: 'items', items: [item] });
    } else if (isOpen && last?.kind === 'paragraph') {
      blocks.splice(-1, 1, { ...last, lines: [...last.lines, inlineOf(line)] });
    } else blocks.push({ kind: 'paragraph', lines: [inlineOf(line)] });
    isOpen = line !== '';
  }
  return blocks;
}

/** The pictures a text shows, each once. */
export const imagesIn = (written: string): string[] => [
  ...new Set(readNoticeText(written).flatMap((block) => (block.kind === 'image' ? [block.imageId] : []))),
];

const wrongTarget = problem(
  '链接只能是 https:// 地址或控制台内的路径',
  'A link must be an https:// address or a path in this console',
);

/** Of readable length, storable, and with permitted links only. */
export const noticeTextRule: Rule<string> = (written) => {
  const length = lengthOf(written);
  if (length > NOTICE_TEXT_MAX) return lengthProblem(0, NOTICE_TEXT_MAX);
  if (/[^\P{Cc}\t\n\r]/u.test(written) || !written.isWellFormed()) return unprintable;
  const targets = [...written.matchAll(MARKED)].flatMap((match) => (match[3] === undefined ? [] : [match[3]]));
  return targets.some((to) => !to.startsWith('image:') && !isLinkTarget(to)) ? wrongTarget : undefined;
};
