import { setNewSchedules } from '@cardinal/contract/api/carriers/carrierSchedules.ts';
import type { listAdapters } from '@cardinal/contract/api/carriers/carriers.ts';
import { readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { adapterScheduleFields, SCHEDULES, scheduleValues, typedSchedules } from '../_carriers/scheduleFields.tsx';
import { spanWords } from '../_carriers/spanWords.ts';

const words = {
  title: text('新通道的同步周期', 'Sync schedules of new accounts'),
  perAccount: text('按各通道的接口配置而定', 'Depends on the interface configuration of each account'),
  edit: text('修改 {name} 的同步周期', 'Edit sync schedules of {name}'),
  note: text(
    '之后新增的通道按此读取，已有通道不变。',
    'Applies to accounts added from now on. Existing accounts are unchanged.',
  ),
  saved: text('已保存，对之后新增的通道生效', 'Saved; applies to accounts added from now on'),
};

type Adapter = AnswerOf<typeof listAdapters>[number];

/** The default schedules of new accounts of one interface. */
export function NewSchedules({ adapter }: { adapter: Adapter }) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const name = t(adapter.name);
  const { schedules, readings } = adapter;
  const isOpen = adapter.isConfigured && SCHEDULES.every((each) => schedules[each.name] === 0);
  const said = (reading: (typeof SCHEDULES)[number]['name']) => {
    if (!readings.includes(reading)) return t(sentences.notSupported);
    if (isOpen) return t(words.perAccount);
    const seconds = schedules[reading];
    return seconds === 0 ? t(nouns.never) : t(sentences.every, { time: t(spanWords(seconds)) });
  };
  return (
    <Stack as="section" gap="s" below="l">
      <h3>{name}</h3>
      <FactsList facts={SCHEDULES.map((each) => ({ label: each.label, value: said(each.name) }))} />
      {mayCall(setNewSchedules) ? (
        <Button size="small" onClick={() => setEditing(true)}>
          {t(words.edit, { name })}
        </Button>
      ) : null}
      {isEditing ? <EditSchedules adapter={adapter} onClose={() => setEditing(false)} /> : null}
    </Stack>
  );
}

function EditSchedules({ adapter, onClose }: { adapter: Adapter; onClose: () => void }) {
  const t = useText();
  const read = useReadAnew(readPlatformSettings, {});
  if (!read) return null;
  const { key, readings, usualSchedules: usual } = adapter;
  const valuesOf = ({ version, settings }: typeof read) => {
    const chosen = settings.newSchedules[key];
    return { ...(chosen ? scheduleValues(chosen) : {}), version };
  };
  return (
    <FormDrawer
      endpoint={setNewSchedules}
      title={t(words.edit, { name: t(adapter.name) })}
      intro={t(words.note)}
      fields={adapterScheduleFields(readings, usual)}
      initial={valuesOf(read)}
      anew={async () => valuesOf(await readAgain(readPlatformSettings))}
      toBody={(values) => {
        const schedules = typedSchedules(values, usual);
        const isUsual = SCHEDULES.every(({ name }) => schedules[name] === usual[name]);
        return { version: values['version'], adapter: key, schedules: isUsual ? null : schedules };
      }}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}

export const NEW_SCHEDULES = words.title;
