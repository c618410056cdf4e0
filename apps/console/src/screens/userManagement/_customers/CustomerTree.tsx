import { readCustomerTree, searchCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { Enable } from '@cardinal/contract/enumerations/switches.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { ChevronRightIcon, SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Pane, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Input } from 'antd';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import './customers.css';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  tree: text('客户树', 'Tree of customers'),
  all: text('全部客户', 'All customers'),
  cut: text('仅显示前 500 个，请用搜索查找', 'Only the first 500 are shown. Use the search.'),
  off: text('停用', 'Disabled'),
  failed: text('加载失败，请刷新', 'Failed to load; refresh the page'),
};

type Node = AnswerOf<typeof readCustomerTree>['nodes'][number];
type Shared = {
  picked: string | undefined;
  open: ReadonlySet<string>;
  onPick: (id: string) => void;
  onToggle: (id: string, isOpen: boolean) => void;
};

const useLevel = (parentId: string | undefined, isAsked = true) =>
  useRead(readCustomerTree, parentId ? { parentId } : {}, { enabled: isAsked, staleTime: 60_000 });

const itemsOf = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')];

const levelOf = (item: Element) => Number(item.getAttribute('aria-level'));

/** Arrow keys as in every tree: up and down move, right opens or enters, left closes or leaves. */
function walk(event: KeyboardEvent<HTMLElement>, onToggle: Shared['onToggle']) {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
  const tree = event.currentTarget;
  if (!item) return;
  const all = itemsOf(tree);
  const at = all.indexOf(item);
  const id = item.dataset['id'] ?? '';
  const isOpen = item.getAttribute('aria-expanded');
  const go = (next: HTMLElement | null | undefined) => next?.focus();
  switch (event.key) {
    case 'ArrowDown':
      go(all[at + 1]);
      break;
    case 'ArrowUp':
      go(all[at - 1]);
      break;
    case 'Home':
      go(all[0]);
      break;
    case 'End':
      go(all.at(-1));
      break;
    case 'ArrowRight':
      if (isOpen === 'false') onToggle(id, true);
      else if (isOpen === 'true') go(all[at + 1]);
      break;
    case 'ArrowLeft':
      if (isOpen === 'true') onToggle(id, false);
      else go(all.slice(0, at).findLast((each) => levelOf(each) < levelOf(item)));
      break;
    default:
      return;
  }
  event.preventDefault();
}

function Branch(props: Shared & { node: Node; depth: number; isFirst: boolean }) {
  const t = useText();
  const { node, depth, picked, open, onPick, onToggle } = props;
  const isOpen = open.has(node.id);
  const isPicked = picked === node.id;
  const isOff = node.status === Enable.values.disabled;
  return (
    <>
      <div
        role="treeitem"
        data-id={node.id}
        aria-level={depth + 1}
        aria-selected={isPicked}
        aria-expanded={node.children > 0 ? isOpen : undefined}
        tabIndex={isPicked || (props.isFirst && picked === undefined) ? 0 : -1}
        className={classNames('tree-line', isPicked && 'is-picked', isOff && 'is-off')}
        style={{ paddingLeft: 4 + depth * 16 }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onPick(node.id);
        }}
      >
        {/* The line picks, the arrow unfolds; keys are heard on the line itself. */}
        {node.children > 0 ? (
          <button
            type="button"
            className={classNames('tree-arrow', isOpen && 'is-open')}
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => onToggle(node.id, !isOpen)}
          >
            <ChevronRightIcon size={12} />
          </button>
        ) : (
          <i className="tree-arrow" />
        )}
        <button
          type="button"
          className="tree-name"
          tabIndex={-1}
          title={`${node.name} · ${node.code}`}
          onClick={() => onPick(node.id)}
        >
          {node.name}
        </button>
        {isOff ? <small>{t(words.off)}</small> : node.children > 0 ? <small>{countAmount(node.children)}</small> : null}
      </div>
      {isOpen && node.children > 0 ? <Level {...props} parentId={node.id} depth={depth + 1} /> : null}
    </>
  );
}

function Level(props: Shared & { parentId: string; depth: number }) {
  const t = useText();
  const { parentId, depth, ...shared } = props;
  const { data, error } = useLevel(parentId);
  if (error)
    return (
      <Paragraph ink="secondary" size="m">
        {t(words.failed)}
      </Paragraph>
    );
  return (
    <>
      {data?.nodes.map((node) => (
        <Branch key={node.id} {...shared} node={node} depth={depth} isFirst={false} />
      ))}
      {data?.hasMore ? (
        <Paragraph ink="secondary" size="m">
          {t(words.cut)}
        </Paragraph>
      ) : null}
    </>
  );
}

/** Placeholders of tree lines. */
function WaitingTree() {
  return (
    <Stack gap="l" aria-hidden="true">
      {[40, 64, 52, 70, 58].map((width) => (
        <i key={width} className="bone" style={{ width: `${width}%` }} />
      ))}
    </Stack>
  );
}

/** The customers below the caller's, loaded level by level; a search expands the path to its matches. */
export function CustomerTree(props: { picked: string | undefined; onPick: (id: string | undefined) => void }) {
  const t = useText();
  const { picked, onPick } = props;
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const top = useLevel(undefined);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>();
  // The caller's own customer is expanded initially.
  const open = unfolded ?? new Set(top.data?.nodes.map((node) => node.id));
  const found = useRead(searchCustomers, wanted !== '' && { keyword: wanted }, { staleTime: 30_000 });

  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setUnfolded(next);
  };
  const pickFound = (id: string, way: readonly { id: string }[]) => {
    setUnfolded(new Set([...open, ...way.map((step) => step.id).filter((step) => step !== id)]));
    setTyped('');
    onPick(id);
  };

  return (
    <Pane as="aside" isTall size="m" aria-label={t(words.tree)}>
      <Input
        allowClear
        prefix={<SearchIcon size={14} />}
        placeholder={t(nouns.nameOrCode)}
        aria-label={t(nouns.nameOrCode)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {wanted ? (
        <ScrollBox as="ul" grows>
          {found.data?.map((node) => (
            <li key={node.id}>
              <PickButton onClick={() => pickFound(node.id, node.path)}>
                {node.name}
                <Span as="small" isCut>
                  {node.path.map((step) => step.name).join(' / ')}
                </Span>
              </PickButton>
            </li>
          ))}
          {found.data?.length === 0 ? (
            <Span as="li" ink="secondary" size="m">
              {t(sentences.noCustomerMatches)}
            </Span>
          ) : null}
        </ScrollBox>
      ) : (
        <>
          <PickButton
            isPicked={picked === undefined}
            aria-pressed={picked === undefined}
            onClick={() => onPick(undefined)}
          >
            {t(words.all)}
          </PickButton>
          {top.isPending ? <WaitingTree /> : null}
          {top.error ? (
            <Paragraph ink="secondary" size="m">
              {t(words.failed)}
            </Paragraph>
          ) : null}
          <ScrollBox
            grows
            role="tree"
            tabIndex={-1}
            aria-label={t(words.tree)}
            onKeyDown={(event) => walk(event, toggle)}
          >
            {top.data?.nodes.map((node, at) => (
              <Branch
                key={node.id}
                node={node}
                depth={0}
                isFirst={at === 0}
                picked={picked}
                open={open}
                onPick={onPick}
                onToggle={toggle}
              />
            ))}
          </ScrollBox>
        </>
      )}
    </Pane>
  );
}
