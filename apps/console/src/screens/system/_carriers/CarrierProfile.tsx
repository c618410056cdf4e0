import { listProfilePresets, tryCarrierProfile } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import { editCarrierAccount, readCarrierAccount } from '@cardinal/contract/api/carriers/carriers.ts';
import { readProfile } from '@cardinal/contract/carrierProfiles/profileProblems.ts';
import type { FieldProblem } from '@cardinal/contract/framework/refusal.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { EditorSheet } from '../../../kit/form/EditorSheet.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useEditor } from '../../../kit/form/useEditor.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import type { CarrierDetail } from './CarrierForms.tsx';
import { CodeEditor } from './CodeEditor.tsx';
import { lineOf, readJson } from './jsonPlaces.ts';
import { TriedProfile } from './TriedProfile.tsx';
import { TryProfile } from './TryProfile.tsx';

const words = {
  title: text('接口配置 · {name}', 'Interface of {name}'),
  intro: text(
    '用一份 JSON 描述运营商的 HTTP 接口：认证、各操作的请求、应答所在位置与代码含义。路径只能在通道地址之下，凭据写作 {credential.名称}。',
    'Describe the carrier’s HTTP interface as one JSON document: authentication, the request of each operation, where the response holds its data and what its codes mean. Paths must stay below the account’s address; write credentials as {credential.name}.',
  ),
  editor: text('接口配置（JSON）', 'Description (JSON)'),
  preset: text('从样例开始', 'Start from an example'),
  sound: text('配置有效，可用操作 {n} 项', 'Description valid: {n} {n|operation|operations}'),
  faults: text('{n} 处需要修改', '{n} {n|thing|things} to mend'),
  line: text('第 {n} 行', 'Line {n}'),
  saved: text('接口配置已保存', 'Interface description saved'),
  format: text('整理格式', 'Tidy'),
  otherCredentials: text(
    '凭据项与原配置不同：保存后通道暂停，重新设置凭据后继续。',
    'It requires different credentials. After saving, the account is paused until they are set.',
  ),
};

type Wrong = FieldProblem & { readonly line: number };

const written = (profile: unknown): string => JSON.stringify(profile, null, 2);

/** Parses a typed text: a valid document, or all of its errors by line. */
function understand(typed: string, platform: CarrierDetail['platform']) {
  const json = readJson(typed);
  if (json.fault) {
    const { facts, line, text: said } = json.fault;
    return { wrong: [{ field: '', text: said, line, ...(facts ? { facts } : {}) }] as Wrong[] };
  }
  const { problems, profile } = readProfile(json.value, Object.keys(STATUS_TABLES[platform].statuses));
  const wrong = problems.map((each) => ({ ...each, line: lineOf(json.places, each.field) }));
  return { wrong, profile, document: json.value as Record<string, unknown> };
}

/** The editor of a configured account's interface, with a test before it takes effect. */
export default function CarrierProfile(props: { accountId: string; onClose: () => void }) {
  const account = useReadAnew(readCarrierAccount, { accountId: props.accountId });
  const presets = useRead(listProfilePresets, account !== undefined && { adapter: account?.adapter ?? '' });
  if (account && presets.data) {
    return <Editor account={account} presets={presets.data} onClose={props.onClose} />;
  }
  return (
    <Sheet isOpen title="" width={1120} onClose={props.onClose}>
      <DetailSkeleton />
    </Sheet>
  );
}

type Presets = readonly { key: string; name: { zh: string; en: string }; profile: Record<string, unknown> }[];

function Editor({
  account: opened,
  presets,
  onClose,
}: {
  account: CarrierDetail;
  presets: Presets;
  onClose: () => void;
}) {
  const t = useText();
  const problemsId = useId();
  const [begun] = useState(() => written(opened.profile ?? presets[0]?.profile ?? {}));
  const [goTo, setGoTo] = useState<{ line: number }>();
  const editor = useEditor({
    endpoint: editCarrierAccount,
    initial: { account: opened, typed: begun },
    isDirty: ({ typed }, initial) => typed !== initial.typed,
    anew: async () => {
      const now = await readAgain(readCarrierAccount, { accountId: opened.id });
      return { account: now, typed: now.profile ? written(now.profile) : begun };
    },
    compared: () => [{ name: 'typed', label: words.editor, show: (typed) => <CodeBox>{String(typed)}</CodeBox> }],
    check: () => (wrong.length > 0 ? { profile: t(words.faults, { n: wrong.length }) } : undefined),
    toBody: ({ account }) => {
      const { baseUrl, callsPerDay, callsPerSecond, currency, cycleDay, inFlight, name } = account;
      const { quietSeconds, schedules, timeoutMs, version, zone } = account;
      const limits = { callsPerDay, callsPerSecond, inFlight, quietSeconds, timeoutMs };
      const rest = { accountId: account.id, version, name, baseUrl, cycleDay, zone, currency, schedules };
      return { ...limits, ...rest, profile: document };
    },
    done: t(words.saved),
    onClose,
  });
  const { account, typed } = editor.draft;
  const setTyped = (next: string) => editor.set({ typed: next });
  const { document, profile, wrong } = understand(typed, account.platform);
  const trying = useChange(tryCarrierProfile);
  const [tried, setTried] = useState<Awaited<ReturnType<typeof trying.run>>>();

  const save = () => {
    if (wrong[0]) setGoTo({ line: wrong[0].line });
    return editor.save();
  };
  const run = async (asked: { iccid?: string; credentials?: Record<string, string> }) => {
    if (!document) return;
    setTried(undefined);
    setTried(await trying.run({ body: { accountId: account.id, profile: document, ...asked } }));
  };
  const names = (credentials: readonly { name: string }[]) =>
    credentials
      .map(({ name }) => name)
      .sort()
      .join();
  const asksAnew =
    profile !== undefined &&
    account.credentialsHint !== null &&
    names(profile.credentials) !== names(account.credentials);

  return (
    <EditorSheet editor={{ ...editor, save }} title={t(words.title, { name: account.name })} width={1120}>
      <Paragraph ink="secondary" below="m">
        {t(words.intro)}
      </Paragraph>
      <Columns side="l" isSideLast gap="xl">
        <Stack>
          <Inline>
            <Select
              className="width-m"
              aria-label={t(words.preset)}
              placeholder={t(words.preset)}
              value={null}
              options={presets.map(({ key, name }) => ({ value: key, label: t(name) }))}
              onChange={(key) => {
                const preset = presets.find((each) => each.key === key);
                if (preset) setTyped(written(preset.profile));
              }}
            />
            <Button disabled={document === undefined} onClick={() => setTyped(written(document))}>
              {t(words.format)}
            </Button>
          </Inline>
          <CodeEditor
            label={t(words.editor)}
            value={typed}
            onChange={setTyped}
            marked={new Set(wrong.map(({ line }) => line))}
            goTo={goTo}
            describedBy={problemsId}
          />
          <div id={problemsId} aria-live="polite">
            {wrong.length === 0 ? (
              <Paragraph ink="success">
                {t(words.sound, { n: Object.keys(profile?.operations ?? {}).length })}
                {asksAnew ? (
                  <Span isBlock size="s" ink="warning">
                    {t(words.otherCredentials)}
                  </Span>
                ) : null}
              </Paragraph>
            ) : (
              <>
                <Paragraph ink="danger">{t(words.faults, { n: wrong.length })}</Paragraph>
                <ScrollBox as="ol" height="s">
                  {wrong.map((each) => (
                    <Inline as="li" align="baseline" key={`${each.field} ${each.text.en} ${each.line}`}>
                      <TextButton onClick={() => setGoTo({ line: each.line })}>
                        {t(words.line, { n: each.line })}
                      </TextButton>
                      {each.field === '' ? null : (
                        <Span as="code" ink="secondary" size="s">
                          {each.field}
                        </Span>
                      )}
                      <span>{t(each.text, each.facts)}</span>
                    </Inline>
                  ))}
                </ScrollBox>
              </>
            )}
          </div>
        </Stack>
        <div>
          <TryProfile
            fields={profile?.credentials ?? []}
            hint={asksAnew ? null : account.credentialsHint}
            isRunning={trying.isRunning}
            isSound={profile !== undefined}
            canAsk={profile?.operations.getDevice !== undefined}
            onTry={(asked) => void run(asked)}
          />
          {tried ? <TriedProfile tried={tried} platform={account.platform} /> : null}
        </div>
      </Columns>
    </EditorSheet>
  );
}
