import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Platform } from '../enumerations/card.ts';
import type { CustomerKind, Edition } from '../enumerations/customer.ts';
import type { KeyOf } from '../enumerations/enumeration.ts';

export type ScreenKind = 'list' | 'detail' | 'form' | 'wizard' | 'config' | 'dashboard' | 'doc';

/** For whom a route is and where it appears, besides its permission. */
export type Marks = {
  /** Reachable, never in the menu. Routes with parameters are always hidden. */
  readonly isHidden?: boolean;
  readonly edition?: Edition;
  /** Only for customers of these kinds; for all by default. */
  readonly kinds?: readonly CustomerKind[];
  /** About one carrier: removed from the menu where that carrier is hidden. */
  readonly carrier?: KeyOf<typeof Platform>;
  /** Never in anybody's menu; opened by address and by links. */
  readonly isCloudStorage?: boolean;
  /** In menu and route list only where the stored customer id is 3. */
  readonly forCustomer3?: boolean;
  /** One screen under two addresses. */
  readonly sameScreenAs?: string;
};

export type Screen<P extends string = string, V extends string | undefined = string | undefined> = Marks & {
  /** As in the specification, spelling and case included; parameters as `:name`. */
  readonly path: P;
  readonly title: Text;
  readonly kind: ScreenKind;
  /** Its main entity; empty if none. */
  readonly entity: string;
  /** Its permission; none: every signed-in account. */
  readonly permission: V;
};

export type SectionMarks = Pick<Marks, 'edition' | 'kinds' | 'carrier'> & {
  /** Name of an icon of @ant-design/icons. */
  readonly icon: string;
  /** The child that the section's own address redirects to. */
  readonly redirect?: string;
};

export type Section<S extends Screen = Screen> = Omit<SectionMarks, 'redirect'> & {
  readonly path: string;
  readonly title: Text;
  readonly redirect?: string;
  readonly screens: readonly S[];
};

/** One screen of a section; the path is that below the section. */
export const screen = <const P extends string, const V extends string | undefined>(
  path: P,
  zh: string,
  en: string,
  kind: ScreenKind,
  entity: string,
  permission: V,
  marks: Marks = {},
): Screen<P, V> => ({ path, title: text(zh, en), kind, entity, permission, ...marks });

type Under<P extends string, S> =
  S extends Screen<infer C extends string, infer V> ? Screen<C extends '' ? P : `${P}/${C}`, V> : never;

const join = (section: string, child: string) => (child === '' ? section : `${section}/${child}`);

/** A section and its screens in menu order. The section's properties apply to each screen. */
export function section<const P extends string, const S extends Screen>(
  path: P,
  zh: string,
  en: string,
  marks: SectionMarks,
  screens: readonly S[],
): Section<Under<P, S>> {
  const { icon, redirect, ...inherited } = marks;
  return {
    path,
    title: text(zh, en),
    icon,
    ...inherited,
    ...(redirect === undefined ? {} : { redirect: join(path, redirect) }),
    screens: screens.map((each) => ({
      ...inherited,
      ...each,
      path: join(path, each.path),
      isHidden: each.isHidden === true || each.isCloudStorage === true || each.path.includes(':'),
    })) as unknown as Under<P, S>[],
  };
}
