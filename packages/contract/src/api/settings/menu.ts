import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { read } from '../../framework/endpoint.ts';
import { MENU_VERSION, routeEntrySchema } from '../../routes/routeEntry.ts';

/** The caller's route list: `data` is the array itself. Empty: the console uses its built-in table. */
export const readMenu = read({
  name: 'menus.menu',
  summary: text('当前账号的菜单', 'My menu'),
  permission: 'authenticated',
  scope: 'own',
  query: {
    menuVersion: z.preprocess(
      (given) => (given === '' ? undefined : given),
      z.coerce.number().pipe(z.literal(MENU_VERSION)).optional(),
    ),
  },
  answer: z.array(routeEntrySchema),
  example: { query: { menuVersion: 2 } },
  duringForcedChange: true,
});
