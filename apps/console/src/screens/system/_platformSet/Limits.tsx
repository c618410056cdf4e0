import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { type Limit, SITE_LIMITS, type SiteLimitName } from '@cardinal/contract/siteLimits.ts';
import type { SiteSettings } from '@cardinal/contract/siteSettings.ts';
import { units, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { byteAmount, countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { ShownDifference } from '../../../kit/form/EditorSheet.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useEditor } from '../../../kit/form/useEditor.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { SETTINGS_SAVED } from './usePlatformSettings.ts';

const words = {
  bounds: text('{least} - {most}，默认 {initial}', '{least} to {most}, default {initial}'),
  undo: text('撤销修改', 'Undo changes'),
  intro: text('空着使用默认值。', 'Leave empty for the default.'),
};

/** The unit after the number; the title already names counts. */
const UNITS: Readonly<Partial<Record<Limit['unit'], Text>>> = {
  bytes: text('字节', 'bytes'),
  rows: text('行', 'rows'),
  cards: units.cards,
  days: units.days,
  hours: units.hours,
  minutes: text('分钟', 'minutes'),
  seconds: text('秒', 'seconds'),
  minorUnits: text('分', 'cents'),
};

/** A readable bound: 5,242,880 bytes are 5 MB, 1,000,000 cents are 10,000.00. */
function boundText(unit: Limit['unit'], figure: number): string {
  if (unit === 'minorUnits') return moneyAmount(figure);
  if (unit !== 'bytes') return countAmount(figure);
  const amount = byteAmount(figure);
  return `${amount.value} ${amount.unit}`;
}

const NAMES = Object.keys(SITE_LIMITS) as SiteLimitName[];
type Group = { readonly title: Text; readonly names: readonly SiteLimitName[] };
const SECURITY: Group = {
  title: text('登录与会话', 'Sign-in and sessions'),
  names: [
    'captchaSeconds',
    'captchasPerMinute',
    'sessionIdleMinutes',
    'sessionHours',
    'rememberedSessionDays',
    'rememberedIdleDays',
    'loginFailures',
    'loginLockMinutes',
  ],
};
const FILES: Group = {
  title: text('文件、导入与导出', 'Files, imports and exports'),
  names: [
    'importFileBytes',
    'importRows',
    'uploadFileBytes',
    'exportRows',
    'exportAtOnceRows',
    'exportFileDays',
    'downloadTicketSeconds',
    'repeatDownloadSeconds',
    'repeatExportSeconds',
  ],
};
const named = new Set<string>([...SECURITY.names, ...FILES.names]);
const WORK: Group = {
  title: text('操作与显示', 'Operations and display'),
  names: NAMES.filter((name) => !named.has(name)),
};

/** Every numeric setting with its bounds. */
export default function Limits(props: { version: number; settings: SiteSettings }) {
  const { version, settings } = props;
  const t = useText();
  const id = useId();
  const canEdit = mayCall(editPlatformSettings);
  const [again, setAgain] = useState<typeof props>();
  const draftOf = ({ limits }: SiteSettings) =>
    Object.fromEntries(NAMES.map((name) => [name, String(limits[name] ?? '')]));
  const initial = draftOf(settings);
  const editor = useEditor<typeof editPlatformSettings, Readonly<Record<string, string>>>({
    endpoint: editPlatformSettings,
    initial,
    toBody: (typed) => {
      const limits = NAMES.flatMap((name) => (typed[name] ? [[name, Number(typed[name])]] : []));
      const read = again && again.version > version ? again : props;
      return { version: read.version, settings: { ...read.settings, limits: Object.fromEntries(limits) } };
    },
    anew: async () => {
      const read = await readAgain(readPlatformSettings);
      setAgain(read);
      return draftOf(read.settings);
    },
    compared: () =>
      NAMES.map((name) => ({
        name,
        label: SITE_LIMITS[name].title,
        show: (value) => String(value || boundText(SITE_LIMITS[name].unit, SITE_LIMITS[name].initial)),
      })),
    done: t(SETTINGS_SAVED),
  });
  const { draft, problems, isDirty, isRunning } = editor;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
    >
      <ShownDifference of={editor.difference} />
      <Paragraph ink="secondary" below="m">
        {t(words.intro)}
      </Paragraph>
      {[SECURITY, FILES, WORK].map((group) => (
        <fieldset key={group.title.zh} disabled={!canEdit || isRunning}>
          <Span as="legend" size="l" weight="strong">
            {t(group.title)}
          </Span>
          <Grid gap="l" above="s" below="xl">
            {group.names.map((name) => {
              const { title, unit, initial, least, most } = SITE_LIMITS[name];
              const problem = Object.entries(problems).find(([field]) => field.endsWith(name))?.[1];
              const help = t(words.bounds, {
                least: boundText(unit, least),
                most: boundText(unit, most),
                initial: boundText(unit, initial),
              });
              const suffix = UNITS[unit];
              return (
                <Field key={name} id={`${id}-${name}`} label={t(title)} help={help} problem={problem}>
                  <Input
                    {...describedBy(`${id}-${name}`, { help, problem })}
                    inputMode="numeric"
                    maxLength={12}
                    status={problem ? 'error' : ''}
                    suffix={suffix ? t(suffix) : undefined}
                    placeholder={countAmount(initial)}
                    value={draft[name] ?? ''}
                    onChange={(event) => editor.set({ [name]: typedInteger(event.target.value) })}
                  />
                </Field>
              );
            })}
          </Grid>
        </fieldset>
      ))}
      {canEdit ? (
        <Inline justify="end" below="m">
          <Button disabled={!isDirty} onClick={() => editor.set(initial)}>
            {t(words.undo)}
          </Button>
          <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isRunning}>
            {t(verbs.save)}
          </Button>
        </Inline>
      ) : null}
    </form>
  );
}
