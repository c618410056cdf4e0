import type { AnyEnumeration } from '@cardinal/contract/enumerations/enumeration.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { NOTHING, type Selection } from '../../../kit/table/selection.ts';
import { Can } from '../../../shell/Can.tsx';

const words = {
  all: text('全部处理情况', 'All decisions'),
};

/** Open ones; only they can be selected. */
const OPEN = 'open';

export type Decision = {
  readonly key: string;
  readonly label: Text;
  readonly call: Endpoint;
  readonly isRunning?: boolean;
  /** `clear` deselects them after the decision. */
  readonly onPick: (ids: string[], clear: () => void) => void;
};

/** The findings of reconciliations of an account, by decision; open ones can be selected and decided. */
export function Findings<E extends ListEndpoint & { fields: { id: unknown } }>(props: {
  list: E;
  accountId: string;
  states: AnyEnumeration;
  columns: readonly ColumnSpec<E>[];
  looks: Readonly<Record<string, Looks>>;
  decisions: readonly Decision[];
  words: {
    readonly label: Text;
    /** Why the buttons are disabled without a selection. */
    readonly pick: Text;
    readonly none: Text;
    readonly noneHint: Text;
    readonly failed: Text;
  };
}) {
  const t = useText();
  const { list, states, words: said } = props;
  const [state, setState] = useState<string | undefined>(OPEN);
  const [picked, setPicked] = useState<Selection>(NOTHING);
  const clear = () => setPicked(NOTHING);
  const ids = picked.kind === 'rows' ? [...picked.ids] : [];
  const filters = { accountId: props.accountId, ...(state ? { state } : {}) };
  const isOpen = state === OPEN;
  return (
    <>
      <Inline below="m">
        <Select
          allowClear
          aria-label={t(states.title)}
          placeholder={t(words.all)}
          value={state ?? null}
          options={states.options.map(({ value, label }) => ({ value: String(value), label: t(label) }))}
          onChange={(next) => {
            setState(next ?? undefined);
            clear();
          }}
        />
        {props.decisions.map(({ key, label, call, isRunning = false, onPick }) => (
          <Can key={key} call={call}>
            <Button
              disabled={!isOpen || ids.length === 0}
              title={ids.length === 0 ? t(said.pick) : undefined}
              loading={isRunning}
              onClick={() => onPick(ids, clear)}
            >
              {t(label)}
            </Button>
          </Can>
        ))}
        <ExportLink list={list} query={filters} columns={props.columns}>
          {t(verbs.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={list}
        filters={filters}
        columns={props.columns}
        looks={props.looks}
        label={said.label}
        empty={{ title: said.none, hint: said.noneHint }}
        failed={said.failed}
        isLive
        {...(isOpen ? { selection: picked, onSelect: setPicked } : {})}
      />
    </>
  );
}
