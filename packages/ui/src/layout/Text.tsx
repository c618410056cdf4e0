import { classNames } from '../classNames.ts';
import { type Ink, type PartProps, part } from './part.ts';

type TextProps = PartProps & {
  isMono?: boolean | undefined;
  /** On one line, truncated if too long. */
  isCut?: boolean;
  isOneLine?: boolean;
  isStruck?: boolean | undefined;
  /** As a block. */
  isBlock?: boolean;
  align?: 'end' | 'center';
};

function drawText(tag: 'span' | 'p', props: TextProps) {
  const { isMono, isCut, isOneLine, isStruck, isBlock, align, ...rest } = props;
  return part(
    tag,
    classNames(
      isMono && 'mono',
      isCut && 'cut',
      isOneLine && 'whole',
      isStruck && 'struck',
      isBlock && 'block',
      align && (align === 'end' ? 'text-end' : 'text-center'),
    ),
    rest,
  );
}

/** Inline text. */
export const Span = (props: TextProps) => drawText('span', props);

/** Block text. */
export const Paragraph = (props: TextProps) => drawText('p', props);

/** The title of a part within a panel. */
export const Heading = (props: PartProps) => <Paragraph as="h2" above="xl" below="s" {...props} />;

/** A short label in a thin frame beside a name. */
export function Badge(props: PartProps & { isStruck?: boolean | undefined }) {
  const { isStruck, ...rest } = props;
  return part('small', classNames('badge', isStruck && 'struck'), rest);
}

export type NoteTone = Extract<Ink, 'primary' | 'success' | 'warning' | 'danger'> | 'plain';
const NOTE = {
  plain: 'note-plain',
  primary: 'note-primary',
  success: 'note-success',
  warning: 'note-warning',
  danger: 'note-danger',
} as const;

/** A highlighted message on a background of its tone. */
export function Note(props: PartProps & { tone?: NoteTone }) {
  const { tone = 'warning', ...rest } = props;
  return part('p', classNames('note', NOTE[tone]), rest);
}
