import { listDivisions } from '@cardinal/contract/api/settings/countries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../http/call.ts';
import { readKey } from '../../../kit/useRead.ts';

type Option = { value: string; label: string; isLeaf: boolean; children?: Option[] };

/** The ancestor codes of a division: two digits per level; a city may be the last. */
const wayTo = (code: string): string[] => [
  ...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code].filter((each) => each <= code)),
];

/** Province, city and district, each level read when opened; an existing value is opened down to its level. */
export function DivisionPicker(props: {
  id: string;
  value: string | undefined;
  problem: string | undefined;
  onValue: (code: string | undefined) => void;
}) {
  const queries = useQueryClient();
  const { value } = props;
  const [options, setOptions] = useState<Option[]>([]);

  const levelUnder = useCallback(
    async (under: string | undefined): Promise<Option[]> => {
      const query = under ? { under } : {};
      const found = await queries.fetchQuery({
        queryKey: readKey(listDivisions, query),
        queryFn: ({ signal }) => call(listDivisions, { query }, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      });
      return found.map(({ code, name, isLeaf }) => ({ value: code, label: name, isLeaf }));
    },
    [queries],
  );

  useEffect(() => {
    let isGone = false;
    const open = async (steps: readonly string[], under?: string): Promise<Option[]> => {
      const level = await levelUnder(under);
      const [step, ...rest] = steps;
      const at = level.find((each) => each.value === step && !each.isLeaf);
      if (at) at.children = await open(rest, at.value);
      return level;
    };
    void open(value ? wayTo(value) : []).then((level) => isGone || setOptions(level));
    return () => {
      isGone = true;
    };
  }, [levelUnder, value]);

  const load = async (opened: Option[]) => {
    const last = opened.at(-1);
    if (!last || last.children) return;
    last.children = await levelUnder(last.value);
    setOptions((before) => [...before]);
  };

  return (
    <Cascader<Option>
      id={props.id}
      className="width-xl"
      options={options}
      value={value ? wayTo(value) : []}
      loadData={(opened) => void load(opened)}
      allowClear
      {...(props.problem ? { status: 'error' as const } : {})}
      onChange={(codes) => props.onValue(codes?.at(-1))}
    />
  );
}
