import { type readApiDoc, readApiDocInterface } from '@cardinal/contract/api/openApi/documentation.ts';
import { listApiKeys } from '@cardinal/contract/api/openApi/keys.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { page } from '../../http/connection.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { OperationView } from '../../parts/openApi/OperationView.tsx';
import { TestCall } from '../../parts/openApi/TestCall.tsx';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { exampleCall, LANGUAGES, type SampleLanguage, sampleOf } from './samples.ts';

const words = {
  failed: text('接口文档加载失败', 'Failed to load the documentation'),
  scope: text('所需密钥权限', 'Required key scope'),
  own: text('我的密钥', 'My keys'),
  ownHolding: text('{n} / {all} 个可调用', '{n} of {all} keys can call it'),
  noKey: text(
    '您还没有密钥：在「API权限管理」建立后即可调用',
    'You have no API key yet. Create one under API keys to call this.',
  ),
  none: text(
    '都没有该权限：请在「API权限管理」编辑密钥，或联系上级授予',
    'None of your keys has this scope. Edit a key, or ask your parent customer to grant it.',
  ),
  permission: text('账号权限', 'Required account permission'),
  notPermitted: text('您的账号没有该权限，密钥也不能使用', 'Your account lacks this permission, so its keys do too'),
  limit: text('频率', 'Pace'),
  perSecond: text('每个密钥每秒 {n} 次', '{n} per second per key'),
  perMinute: text('每个密钥每分钟 {n} 次', '{n} per minute per key'),
  ends: text('该接口将于 {day} 下线', 'This interface is retired on {day}'),
  instead: text('请改用 {name}', 'Use {name} instead'),
  sample: text('示例代码', 'Sample'),
  try: text('试调用', 'Try it'),
};

type Doc = AnswerOf<typeof readApiDoc>;

/** The documentation of one interface: requirements, a sample program, parameters and answers. */
export default function InterfaceDoc({ doc, shown }: { doc: Doc; shown: Doc['interfaces'][number] }) {
  const t = useText();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [isTrying, setIsTrying] = useState(false);
  const { name } = shown;
  const { data, error, refetch } = useRead(readApiDocInterface, { name });
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  const base = page.baseAddress() || location.origin;
  const sample = sampleOf(language, exampleCall(base, shown, data.example, data.needsIdempotencyKey));
  const next = doc.interfaces.find((each) => each.name === shown.replacedBy);
  const notes = t(text(data.notesZh ?? '', data.notesEn ?? ''));
  return (
    <Stack as="article" width="xxl">
      <h1>{t(text(shown.titleZh, shown.titleEn))}</h1>
      <Inline as="p">
        <strong>{shown.method}</strong> <code>{shown.path}</code>
        {shown.method === 'GET' && !shown.path.includes(':') ? (
          <Button size="small" onClick={() => setIsTrying(true)}>
            {t(words.try)}
          </Button>
        ) : null}
      </Inline>
      {shown.endsAt ? (
        <Note below="l" role="note">
          {t(words.ends, { day: wallTime(shown.endsAt).slice(0, 10) })}
          {next ? ` · ${t(words.instead, { name: t(text(next.titleZh, next.titleEn)) })}` : null}
        </Note>
      ) : null}
      <FactsList
        facts={[
          {
            label: words.scope,
            value:
              shown.keyScope === null ? (
                t(nouns.everyKey)
              ) : (
                <>
                  {t(OpenScope.labelOf(shown.keyScope))}{' '}
                  <Paragraph as="code" ink="secondary" below="m">
                    {shown.keyScope}
                  </Paragraph>
                </>
              ),
          },
          {
            label: words.own,
            value:
              doc.ownKeys === 0 ? (
                mayCall(listApiKeys) ? (
                  <Link to="/system/apiPermissionManage">{t(words.noKey)}</Link>
                ) : (
                  t(words.noKey)
                )
              ) : shown.ownKeys === 0 ? (
                <Span ink="danger">{t(words.none)}</Span>
              ) : (
                t(words.ownHolding, { n: shown.ownKeys, all: doc.ownKeys })
              ),
          },
          {
            label: words.permission,
            value: shown.isPermitted ? (
              data.permissions.map((each) => t(each)).join(' / ') || null
            ) : (
              <Span ink="danger">{t(words.notPermitted)}</Span>
            ),
          },
          {
            label: words.limit,
            value: [
              t(words.perMinute, { n: doc.callsPerMinute }),
              ...(data.callsPerSecond === null ? [] : [t(words.perSecond, { n: data.callsPerSecond })]),
            ].join(' · '),
          },
          ...(notes ? [{ label: nouns.changeNotes, value: notes }] : []),
        ]}
      />
      <Stack as="section" gap="s" aria-label={t(words.sample)}>
        <header>
          <Segmented
            size="small"
            value={language}
            options={LANGUAGES.map((each) => ({ value: each, label: each }))}
            onChange={setLanguage}
          />
          <CopyButton value={sample} label={t(words.sample)} />
        </header>
        <CodeBox>{sample}</CodeBox>
      </Stack>
      <OperationView operation={data.operation} />
      {isTrying ? <TestCall path={shown.path} onClose={() => setIsTrying(false)} /> : null}
    </Stack>
  );
}
