import { editPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { type Limit, SITE_LIMITS, type SiteLimitName } from '@cardinal/contract/siteLimits.ts';
import type { SiteSettings } from '@cardinal/contract/siteSettings.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { byteAmount, countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { describedBy, Field } from '../../../kit/Field.tsx';
import type { FieldProblems } from '../../../kit/formProblems.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { usePlace } from '../../../shell/screenContext.ts';
import { useUnsaved } from '../../../shell/unsaved.ts';
import { useSaveSettings } from './usePlatformSettings.ts';

const words = {
  bounds: text('{least} - {most}，默认 {initial}', '{least} to {most}, default {initial}'),
  undo: text('撤销修改', 'Undo changes'),
  intro: text('空着使用默认值。', 'Leave empty for the default.'),
};

/** Behind the figure; pieces are named by the title already. */
const UNITS: Readonly<Partial<Record<Limit['unit'], Text>>> = {
  bytes: text('字节', 'bytes'),
  rows: text('行', 'rows'),
  cards: text('张', 'cards'),
  days: text('天', 'days'),
  hours: text('小时', 'hours'),
  minutes: text('分钟', 'minutes'),
  seconds: text('秒', 'seconds'),
  minorUnits: text('分', 'cents'),
};

/** A bound as people say it: 5,242,880 bytes are 5 MB, 1,000,000 cents are 10,000.00. */
function boundText(unit: Limit['unit'], figure: number): string {
  if (unit === 'minorUnits') return moneyAmount(figure);
  if (unit !== 'bytes') return countAmount(figure);
  const amount = byteAmount(figure);
  return `${amount.value} ${amount.unit}`;
}

type Group = { readonly title: Text; readonly names: readonly SiteLimitName[] };
const SECURITY: Group = {
  title: text('登录与会话', 'Sign-in and sessions'),
  names: [
    'captchaSeconds',
    'captchasPerMinute',
    'sessionIdleMinutes',
    'sessionHours',
    'rememberedSessionDays',
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
  names: (Object.keys(SITE_LIMITS) as SiteLimitName[]).filter((name) => !named.has(name)),
};

/** Every figure that is a setting, with what it may be. */
export function Limits(props: { version: number; settings: SiteSettings }) {
  const { version, settings } = props;
  const t = useText();
  const id = useId();
  const { path } = usePlace();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<FieldProblems>({});
  const { isRunning, save } = useSaveSettings();
  const canEdit = mayCall(editPlatformSettings);
  const written = (name: SiteLimitName) => typed[name] ?? String(settings.limits[name] ?? '');
  const isDirty = Object.entries(typed).some(
    ([name, value]) => value !== String(settings.limits[name as SiteLimitName] ?? ''),
  );
  useUnsaved(path, isDirty && !isRunning);
  const submit = async () => {
    const limits = Object.fromEntries(
      (Object.keys(SITE_LIMITS) as SiteLimitName[]).flatMap((name) =>
        written(name) === '' ? [] : [[name, Number(written(name))]],
      ),
    );
    const found = await save(version, { ...settings, limits });
    setProblems(found ?? {});
    if (!found) setTyped({});
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Paragraph ink="secondary" below="m">
        {t(words.intro)}
      </Paragraph>
      {[SECURITY, FILES, WORK].map((group) => (
        <fieldset key={group.title.zh} disabled={!canEdit || isRunning}>
          <legend>{t(group.title)}</legend>
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
                  value={written(name)}
                  onChange={(event) => setTyped({ ...typed, [name]: typedInteger(event.target.value) })}
                />
              </Field>
            );
          })}
        </fieldset>
      ))}
      {canEdit ? (
        <Inline justify="end" below="m">
          <Button disabled={!isDirty} onClick={() => setTyped({})}>
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
