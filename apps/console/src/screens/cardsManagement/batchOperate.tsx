import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { TaskKind } from '@cardinal/contract/enumerations/task.ts';
import { kindOf } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Pane } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns, Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import type { CardBulkAction } from '../../kit/bulk/cardBulkAction.ts';
import { SET_KEY } from '../../kit/sets/CardSetFilter.tsx';
import { CARD_BULK, guardOf } from '../../parts/cardBatches/cardBulk.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { usePlace, useSearch } from '../../shell/screenContext.ts';
import { BatchHistory } from './_batch/BatchHistory.tsx';
import { Workbench } from './_batch/Workbench.tsx';

const words = {
  none: text('没有可用的批量操作', 'No batch operations available'),
  noneHint: text('请联系管理员分配批量操作权限。', 'Ask an administrator for permission to run batch operations.'),
};

const KINDS = TaskKind.options.filter(({ value }) => value !== TaskKind.values.own);

function ActionMenu(props: {
  actions: readonly CardBulkAction[];
  current: CardAction;
  onPick: (a: CardAction) => void;
}) {
  const t = useText();
  return (
    <Pane aria-label={t(nouns.actions)}>
      {KINDS.map((kind) => {
        const own = props.actions.filter(({ action }) => kindOf(action) === kind.value);
        return own.length === 0 ? null : (
          <section key={kind.key}>
            <h2>{t(kind.label)}</h2>
            {own.map((each) => (
              <PickButton
                key={each.action}
                isPicked={each.action === props.current}
                isDanger={each.isDanger ?? false}
                aria-current={each.action === props.current}
                onClick={() => props.onPick(each.action)}
              >
                {t(each.label)}
              </PickButton>
            ))}
          </section>
        );
      })}
    </Pane>
  );
}

/** One action on many cards, with a preview of its effect. */
export default function BatchOperate() {
  const t = useText();
  const { match } = usePlace();
  const [search, setSearch] = useSearch();
  const actions = CARD_BULK.filter(({ action }) => mayCall(guardOf(action)));
  const current = actions.find(({ action }) => action === search.get('action')) ?? actions[0];
  const setId = search.get(SET_KEY) ?? undefined;
  const pick = (action: CardAction) =>
    setSearch(new URLSearchParams({ action, ...(setId ? { [SET_KEY]: setId } : {}) }));
  const history = mayCall(listTasks) ? <BatchHistory actions={actions.map(({ action }) => action)} /> : null;
  return (
    <Stack>
      <h1>{t(match.route.title)}</h1>
      {current ? null : <EmptyState title={t(words.none)} hint={t(words.noneHint)} />}
      {current ? (
        <Columns side="s" gap="m">
          <ActionMenu actions={actions} current={current.action} onPick={pick} />
          <Stack>
            <Grid columns={2} align="start">
              <Workbench key={`${current.action} ${setId ?? ''}`} bulk={current} setId={setId} />
            </Grid>
            {history}
          </Stack>
        </Columns>
      ) : (
        history
      )}
    </Stack>
  );
}
