import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx';
import type { Registered, RegisterSpec } from './registerSpec.ts';
import { useRegister } from './useRegister.tsx';

type Props<R extends Registered> = RegisterSpec<R> &
  Omit<ListScreenProps<R['list']>, 'list' | 'rowName' | 'rowActions' | 'actions' | 'empty'> & {
    /** The explanation in the empty list. */
    readonly hint?: Text;
  };

/** The screen of a register: its list, its form, and what can be done with an entry, by the permissions of the endpoints. */
export function RegisterScreen<R extends Registered>(props: Props<R>) {
  const t = useText();
  const { register, rowName, hint } = props;
  const { actions, rowActions, sheets } = useRegister(props);
  const { zh, many } = register.noun;
  return (
    <>
      <ListScreen<R['list']>
        {...props}
        list={register.list}
        rowName={(row) => {
          const name = rowName(row);
          return typeof name === 'string' ? name : t(name);
        }}
        actions={actions}
        rowActions={rowActions}
        empty={{ title: text(`还没有${zh}`, `No ${many} yet`), ...(hint ? { hint } : {}) }}
      />
      {sheets}
    </>
  );
}
