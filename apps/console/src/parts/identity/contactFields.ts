import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { typedEmail, typedPhone } from '@cardinal/primitives/typing.ts';
import type { Values } from '../../kit/form/formFields.ts';

const words = {
  emptied: text('清空即删除', 'Clear the field to remove it'),
};

type Contacts = { readonly phone: string | null; readonly email: string | null };

/** A masked value is replaced as a whole: what is typed behind it counts alone, and any other edit empties the field. */
const replacing = (masked: string | null, typed: (text: string) => string) => (next: string) => {
  if (!masked || next === masked) return masked ? next : typed(next);
  if (next.startsWith(masked)) return typed(next.slice(masked.length));
  return next.includes('*') ? '' : typed(next);
};

const contactField = (name: keyof Contacts, label: Text, masked: string | null, typed: (text: string) => string) => ({
  name,
  kind: 'text' as const,
  label,
  typed: replacing(masked, typed),
  ...(masked ? { help: words.emptied } : {}),
});

/** Phone and e-mail of an account in a form: shown masked, left alone, replaced or removed. */
export function contactForm(kept: Contacts) {
  return {
    initial: { phone: kept.phone ?? '', email: kept.email ?? '' } as Values,
    fields: [
      contactField('phone', nouns.phone, kept.phone, typedPhone),
      contactField('email', nouns.email, kept.email, typedEmail),
    ],
    /** What the form changes of them; null removes one. */
    changed: (values: Values): Record<string, unknown> =>
      Object.fromEntries(
        (['phone', 'email'] as const).flatMap((name) => {
          const value = values[name] ?? '';
          return value === (kept[name] ?? '') ? [] : [[name, value || null]];
        }),
      ),
  };
}
