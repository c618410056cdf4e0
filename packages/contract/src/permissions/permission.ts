import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';

/** A named key (`flowCard.stop`) or a GUID; both are valid identifiers everywhere. */
export type PermissionId = string;

const NAMED_KEY = /^[A-Za-z][A-Za-z0-9]{0,63}\.[A-Za-z][A-Za-z0-9]{0,63}$/;
const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isPermissionId = (given: unknown): given is PermissionId =>
  typeof given === 'string' && (NAMED_KEY.test(given) || GUID.test(given));

export const permissionIdSchema = z.string().refine(isPermissionId).meta({ title: 'permissionId' });

/** Why granting a permission is dangerous; `service`: it interrupts cards, reversibly. */
export const DANGERS = ['money', 'irreversible', 'service', 'secret', 'personalData', 'security'] as const;
export type Danger = (typeof DANGERS)[number];

export type Permission<Id extends PermissionId = PermissionId> = {
  readonly id: Id;
  readonly title: Text;
  readonly danger?: Danger;
};

export const permission = <const Id extends PermissionId>(
  id: Id,
  zh: string,
  en: string,
  danger?: Danger,
): Permission<Id> => ({ id, title: text(zh, en), ...(danger && { danger }) });

/** True if every requested identifier is held, or none is requested. */
export const allows = (held: readonly PermissionId[], requested: readonly PermissionId[]): boolean =>
  requested.every((each) => held.includes(each));

/** True if one of several permissions is held, or none is required. */
export const allowsAny = (held: readonly PermissionId[], ways: readonly PermissionId[]): boolean =>
  ways.length === 0 || ways.some((each) => held.includes(each));
