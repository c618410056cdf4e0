import type { listDictTypes } from '@cardinal/contract/api/settings/dictionaries.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Pane } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Input } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';

const words = {
  find: text('编码、名称或其中的文字', 'Code, name or text'),
  own: text('自定义字典', 'Own dictionaries'),
  system: text('系统字典', 'System dictionaries'),
  none: text('没有匹配的字典', 'No matching dictionaries'),
  hits: text('{n} 项匹配', '{n} {n|matches|match}'),
};

export type DictType = AnswerOf<typeof listDictTypes>[number];

/** All dictionaries in two groups, searched by their own texts or those of their entries. */
export function TypeList(props: {
  types: readonly DictType[];
  keyword: string;
  shown: string | undefined;
  onKeyword: (keyword: string) => void;
  onShow: (code: string) => void;
  /** The actions on dictionaries. */
  children: ReactNode;
}) {
  const t = useText();
  const group = (title: string, isSystem: boolean) => {
    const types = props.types.filter((type) => type.isSystem === isSystem);
    if (types.length === 0) return null;
    return (
      <section>
        <h2>{title}</h2>
        <ul>
          {types.map((type) => (
            <li key={type.code}>
              <PickButton
                isPicked={type.code === props.shown}
                aria-current={type.code === props.shown}
                note={type.hits > 0 ? t(words.hits, { n: type.hits }) : type.items}
                onClick={() => props.onShow(type.code)}
              >
                {t(type)}
                <Span as="small" isBlock>
                  <code>{type.code}</code>
                </Span>
              </PickButton>
            </li>
          ))}
        </ul>
      </section>
    );
  };
  return (
    <Pane isTall aria-label={t(words.system)}>
      <Input.Search
        aria-label={t(words.find)}
        placeholder={t(words.find)}
        value={props.keyword}
        maxLength={60}
        allowClear
        onChange={(event) => props.onKeyword(event.target.value)}
      />
      <Inline>{props.children}</Inline>
      {group(t(words.own), false)}
      {group(t(words.system), true)}
      {props.types.length === 0 ? <Paragraph ink="secondary">{t(words.none)}</Paragraph> : null}
    </Pane>
  );
}

/** The typed text, and the debounced one that is searched. */
export function useKeyword(): [typed: string, asked: string, type: (keyword: string) => void] {
  const [typed, type] = useState('');
  return [typed, useDeferredValue(typed.trim()), type];
}
