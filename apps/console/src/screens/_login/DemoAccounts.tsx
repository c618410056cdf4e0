import { listDemoAccounts } from '@cardinal/contract/api/identity/identity.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Fragment } from 'react';
import { useRead } from '../../kit/useRead.ts';

const words = {
  title: text('演示账号，点击填入', 'Demo accounts: click to fill in'),
};

/** The accounts of the demo with what each shows; one click fills the form. */
export default function DemoAccounts(props: { onPick: (picked: { account: string; password: string }) => void }) {
  const t = useText();
  const { data } = useRead(listDemoAccounts, {});
  if (!data) return null;
  return (
    <section>
      <small>{t(words.title)}</small>
      <Tracks columns="max-content 1fr" gap="s">
        {data.accounts.map(({ account, zh, en }) => (
          <Fragment key={account}>
            <span>
              <TextButton onClick={() => props.onPick({ account, password: data.password })}>{account}</TextButton>
            </span>
            <small>{t({ zh, en })}</small>
          </Fragment>
        ))}
      </Tracks>
    </section>
  );
}
