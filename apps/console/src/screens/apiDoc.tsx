import { OpenState } from '@cardinal/contract/api/openApi/catalogue.ts';
import { readApiDoc } from '@cardinal/contract/api/openApi/documentation.ts';
import { listApiKeys } from '@cardinal/contract/api/openApi/keys.ts';
import { OpenGroup } from '@cardinal/contract/api/openApi/scopes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, CodeBox, Pane, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { Checkbox, Input } from 'antd';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { page } from '../http/connection.ts';
import { NotLoaded } from '../kit/NotLoaded.tsx';
import { useRead } from '../kit/useRead.ts';
import { Can } from '../shell/Can.tsx';
import { Link } from '../shell/Link.tsx';
import { useSearch } from '../shell/screenContext.ts';
import { GUIDES, type Guide } from './_apiDoc/guides.ts';

const InterfaceDoc = lazy(() => import('./_apiDoc/InterfaceDoc.tsx'));
const SignatureChecker = lazy(() => import('./_apiDoc/SignatureChecker.tsx'));

const words = {
  find: text('搜索接口、路径或说明', 'Search interfaces, paths or descriptions'),
  onlyOwn: text('仅我的密钥可调用', 'Only what my keys may call'),
  guides: text('指南', 'Guides'),
  contents: text('目录', 'Contents'),
  download: text('下载 OpenAPI 3.1', 'Download OpenAPI 3.1'),
  postman: text('下载 Postman 集合', 'Download Postman collection'),
  keys: text('打开「API权限管理」', 'Open “API keys and permissions”'),
  none: text('没有匹配的内容', 'Nothing matches'),
  failed: text('API文档加载失败', 'Failed to load the documentation'),
};

type Doc = AnswerOf<typeof readApiDoc>;
type Interface = Doc['interfaces'][number];

/** Whether every search word occurs in the text. */
const holdsAll = (asked: string, ...said: string[]): boolean => {
  const whole = said.join(' ').toLowerCase();
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
};
const fitsInterface = (asked: string, { titleZh, titleEn, path, method, name }: Interface) =>
  holdsAll(asked, titleZh, titleEn, path, method, name);
const fitsGuide = (asked: string, { title, parts }: Guide) =>
  holdsAll(asked, title.zh, title.en, ...parts.flatMap(({ zh, en }) => [zh, en]));

export default function ApiDoc() {
  const t = useText();
  const [search, write] = useSearch();
  const [asked, setAsked] = useState('');
  const [onlyOwn, setOnlyOwn] = useState(false);
  const wanted = useDeferredValue(asked.trim());
  const { data, error, refetch } = useRead(readApiDoc);
  if (!data) {
    return (
      <>
        <h1>{t(readApiDoc.summary)}</h1>
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      </>
    );
  }
  const interfaces = data.interfaces.filter(
    (each) => fitsInterface(wanted, each) && (!onlyOwn || (each.ownKeys > 0 && each.isPermitted)),
  );
  const guides = GUIDES.filter((guide) => fitsGuide(wanted, guide));
  const at = search.get('at') ?? 'start';
  const shown = data.interfaces.find(({ name }) => name === at);
  const guide = GUIDES.find(({ key }) => key === at) ?? GUIDES[0];
  const open = (key: string) => write(new URLSearchParams({ at: key }));
  const entry = (key: string, label: string, isEnding = false) => (
    <li key={key}>
      <PickButton isPicked={key === at} aria-current={key === at ? 'page' : undefined} onClick={() => open(key)}>
        <Span isStruck={isEnding}>{label}</Span>
      </PickButton>
    </li>
  );
  return (
    <Columns side="m" gap="xl">
      <Pane isTall aria-label={t(words.contents)}>
        <Input
          allowClear
          placeholder={t(words.find)}
          aria-label={t(words.find)}
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
        />
        <Checkbox checked={onlyOwn} onChange={(event) => setOnlyOwn(event.target.checked)}>
          {t(words.onlyOwn)}
        </Checkbox>
        <ScrollBox grows>
          {guides.length > 0 ? (
            <div>
              <h2>{t(words.guides)}</h2>
              <ul>{guides.map(({ key, title }) => entry(key, t(title)))}</ul>
            </div>
          ) : null}
          {OpenGroup.options.map(({ value, label }) => {
            const within = interfaces.filter(({ group }) => group === value);
            return within.length === 0 ? null : (
              <div key={value}>
                <h2>{t(label)}</h2>
                <ul>
                  {within.map((each) =>
                    entry(each.name, t(text(each.titleZh, each.titleEn)), each.state === OpenState.values.deprecated),
                  )}
                </ul>
              </div>
            );
          })}
          {guides.length + interfaces.length === 0 ? <EmptyState title={t(words.none)} /> : null}
        </ScrollBox>
        <Stack as="footer" gap="xs">
          <a href={`${page.baseAddress()}/openapi/v1/openapi.json`} download="cardinal-openapi.json">
            {t(words.download)}
          </a>
          <a href={`${page.baseAddress()}/openapi/v1/postman.json`} download="cardinal-postman.json">
            {t(words.postman)}
          </a>
        </Stack>
      </Pane>
      <Box as="section" padding="xl" aria-label={t(readApiDoc.summary)}>
        <Suspense fallback={<DetailSkeleton />}>
          {shown ? (
            <InterfaceDoc key={shown.name} doc={data} shown={shown} />
          ) : guide ? (
            <GuideText guide={guide} />
          ) : null}
        </Suspense>
      </Box>
    </Columns>
  );
}

function GuideText({ guide }: { guide: Guide }) {
  const t = useText();
  return (
    <Stack as="article" width="xxl">
      <h1>{t(guide.title)}</h1>
      {guide.parts.map((part) => (
        <p key={part.en}>{t(part)}</p>
      ))}
      {guide.key === 'start' ? (
        <Can call={listApiKeys}>
          <p>
            <Link to="/system/apiPermissionManage">{t(words.keys)}</Link>
          </p>
        </Can>
      ) : null}
      {guide.code ? <CodeBox>{guide.code}</CodeBox> : null}
      {guide.key === 'signing' ? <SignatureChecker /> : null}
    </Stack>
  );
}
