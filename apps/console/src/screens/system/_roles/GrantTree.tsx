import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, Pane } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Checkbox, Input, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { DangerMark } from '../../../parts/identity/DangerMark.tsx';
import { subjectTitle } from '../../../parts/identity/subjectTitle.ts';
import { isBuiltPath } from '../../../shell/screenFiles.ts';
import {
  type Choice,
  countGranted,
  type Grant,
  type GrantPage,
  type GrantSection,
  LEVERS,
  type Lever,
  leverState,
  withLever,
  withPermission,
} from './grantRules.ts';
import './roles.css';

const words = {
  find: text('查找页面或按钮', 'Find pages or buttons'),
  show: verbs.show,
  all: nouns.all,
  granted: text('已授予', 'Granted'),
  different: text('有差异', 'Different'),
  see: text('查看', 'See'),
  act: text('操作', 'Act'),
  export: verbs.export,
  lever: text('{page}：{lever}', '{page}: {lever}'),
  sections: text('栏目', 'Sections'),
  count: text('{n}/{all}', '{n}/{all}'),
  nothing: sentences.noPageMatches,
  onlyHere: text('仅本角色', 'Only here'),
  onlyThere: text('仅对方', 'Only there'),
} as const;

type Show = 'all' | 'granted' | 'different';
type Editing = { grant: Grant; other: Grant | undefined; isFixed: boolean; onGrant: (grant: Grant) => void };

/** A page without a route is identified by its permission subject. */
const titleOf = (page: GrantPage) =>
  page.path === null ? subjectTitle('', page.permissions[0]?.id) : { zh: page.zh, en: page.en };

function Button(props: Editing & { page: GrantPage; choice: Choice }) {
  const t = useText();
  const { page, choice, grant, other } = props;
  const isHeld = grant.has(choice.id);
  const isOther = other?.has(choice.id) ?? isHeld;
  return (
    <Inline as="span" isWithin gap="xs" title={choice.id}>
      <Checkbox
        checked={isHeld}
        disabled={props.isFixed}
        onChange={(event) => props.onGrant(withPermission(page, choice.id, event.target.checked, grant))}
      >
        {t(choice)}
      </Checkbox>
      <DangerMark danger={choice.danger} />
      {isHeld !== isOther ? (
        <Span as="small" ink="primary" size="s">
          {t(isHeld ? words.onlyHere : words.onlyThere)}
        </Span>
      ) : null}
    </Inline>
  );
}

function LeverBox(props: Editing & { page: GrantPage; lever: Lever; title: string }) {
  const t = useText();
  const { page, lever, grant } = props;
  const state = leverState(page, lever, grant);
  if (state === 'absent') return <span className="grant-lever" />;
  return (
    <span className="grant-lever">
      <Checkbox
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={props.isFixed}
        aria-label={t(words.lever, { page: props.title, lever: words[lever] })}
        onChange={(event) => props.onGrant(withLever(page, lever, event.target.checked, grant))}
      />
    </span>
  );
}

function PageRow(props: Editing & { page: GrantPage }) {
  const t = useText();
  const { page, ...editing } = props;
  const title = t(titleOf(page));
  const buttons = page.permissions.filter((each) => each.lever === 'act');
  return (
    <section className="grant-page" aria-label={title}>
      <Span weight="medium">{title}</Span>
      {LEVERS.map((lever) => (
        <LeverBox key={lever} {...editing} page={page} lever={lever} title={title} />
      ))}
      <Inline as="span" gap="xl">
        {buttons.map((choice) => (
          <Button key={choice.id} {...editing} page={page} choice={choice} />
        ))}
      </Inline>
    </section>
  );
}

/** Everything that can be granted: sections on the left, their pages with three levels and every button by name. */
export function GrantTree(props: Editing & { sections: readonly GrantSection[] }) {
  const t = useText();
  const { sections, grant, other } = props;
  const [typed, setTyped] = useState('');
  const [show, setShow] = useState<Show>('all');
  const [picked, setPicked] = useState<string>();
  const wanted = typed.trim().toLowerCase();
  const shown = show === 'different' && !other ? 'all' : show;

  const fitting = useMemo(() => {
    const fits = (...said: string[]) => said.some((each) => each.toLowerCase().includes(wanted));
    const isShown = (page: GrantPage) => {
      // Permissions of a page that does not exist yet are hidden: nobody could judge them.
      if (page.path !== null && !isBuiltPath(page.path)) return false;
      if (shown === 'granted' && !page.permissions.some(({ id }) => grant.has(id))) return false;
      if (shown === 'different' && !page.permissions.some(({ id }) => grant.has(id) !== other?.has(id))) return false;
      const title = titleOf(page);
      return fits(title.zh, title.en) || page.permissions.some((each) => fits(each.zh, each.en, each.id));
    };
    return sections
      .map((section) => ({ ...section, pages: section.pages.filter(isShown) }))
      .filter((section) => section.pages.length > 0);
  }, [sections, wanted, shown, grant, other]);

  // A search covers all sections; otherwise one section is shown at a time.
  const isWide = wanted !== '' || shown !== 'all';
  const current = fitting.find((section) => section.path === picked) ?? fitting[0];
  const visible = isWide ? fitting : current ? [current] : [];
  return (
    <Stack>
      <Inline gap="m">
        <Input
          allowClear
          prefix={<SearchIcon size={14} />}
          placeholder={t(words.find)}
          aria-label={t(words.find)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Segmented
          aria-label={t(words.show)}
          value={shown}
          options={[
            { value: 'all', label: t(words.all) },
            { value: 'granted', label: t(words.granted) },
            ...(other ? [{ value: 'different' as const, label: t(words.different) }] : []),
          ]}
          onChange={(next) => setShow(next as Show)}
        />
      </Inline>
      <Columns side="m">
        <Pane aria-label={t(words.sections)}>
          {fitting.map((section) => {
            const all = section.pages.reduce((sum, page) => sum + page.permissions.length, 0);
            const isCurrent = !isWide && section === current;
            return (
              <PickButton
                key={section.path}
                isPicked={isCurrent}
                note={t(words.count, { n: countAmount(countGranted(section.pages, grant)), all: countAmount(all) })}
                aria-current={isCurrent}
                onClick={() => {
                  setPicked(section.path);
                  setTyped('');
                  setShow('all');
                }}
              >
                {t(section)}
              </PickButton>
            );
          })}
        </Pane>
        <Box padding="none">
          <div className="grant-page grant-head" aria-hidden="true">
            <span />
            {LEVERS.map((lever) => (
              <span key={lever} className="grant-lever">
                {t(words[lever])}
              </span>
            ))}
            <span />
          </div>
          {visible.map((section) => (
            <div key={section.path}>
              {isWide ? <h3 className="grant-section">{t(section)}</h3> : null}
              {section.pages.map((page) => (
                <PageRow
                  key={page.path ?? page.zh}
                  page={page}
                  grant={grant}
                  other={other}
                  isFixed={props.isFixed}
                  onGrant={props.onGrant}
                />
              ))}
            </div>
          ))}
          {visible.length === 0 ? (
            <Paragraph ink="secondary" align="center">
              {t(words.nothing)}
            </Paragraph>
          ) : null}
        </Box>
      </Columns>
    </Stack>
  );
}
