import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { useState } from 'react';
import type { Me } from './signedIn.ts';
import { endViewing } from './viewing.ts';

const words = {
  viewing: text('代看：{customer}', 'Viewing as {customer}'),
  readOnly: text('只读，{time} 自动结束；操作已记录', 'Read-only; ends automatically at {time}. Actions are logged.'),
  end: text('结束代看', 'Stop viewing'),
};

/** Shows on every screen which customer's view is active, with the way back. */
export default function ViewBanner({ me }: { me: Me }) {
  const t = useText();
  const [isEnding, setIsEnding] = useState(false);
  return (
    <div className="view-banner" role="status">
      <b>{t(words.viewing, { customer: me.customer.name })}</b>
      <span>{t(words.readOnly, { time: wallTime(me.expiresAt).slice(11, 16) })}</span>
      <button
        type="button"
        className="button"
        disabled={isEnding}
        onClick={() => {
          setIsEnding(true);
          void endViewing();
        }}
      >
        {t(words.end)}
      </button>
    </div>
  );
}
