import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { isFailure } from '../../../http/failure.ts';
import { navigate } from '../../../shell/navigation.ts';

const LABEL = text('跳到另一张卡：ICCID 或其他号码', 'Go to another card by any number');
const SHORT = text('至少 4 位', 'At least 4 digits');
const LEAST = 4;

/** Opens another card by any of its numbers; several matches open the search. */
export function JumpBox() {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [isShort, setIsShort] = useState(false);
  const jump = async () => {
    const q = typed.replace(/\s/g, '');
    setIsShort(q.length < LEAST);
    if (q.length < LEAST || isAsking) return;
    setIsAsking(true);
    try {
      const { cards } = await call(globalSearch, { query: { q } });
      const [only] = cards;
      setTyped('');
      navigate(
        cards.length === 1 && only
          ? detailPathOf(only)
          : `/cardsManagement/globalSearchResult?q=${encodeURIComponent(q)}`,
      );
    } catch (error) {
      if (!isFailure(error)) throw error;
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Input.Search
      className="width-l"
      aria-label={t(LABEL)}
      placeholder={t(LABEL)}
      title={isShort ? t(SHORT) : undefined}
      status={isShort ? 'error' : ''}
      allowClear
      maxLength={64}
      loading={isAsking}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        setIsShort(false);
      }}
      onSearch={() => void jump()}
    />
  );
}
