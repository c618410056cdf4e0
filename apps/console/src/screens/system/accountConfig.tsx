import { editCustomerSetting, readCustomerSettings } from '@cardinal/contract/api/settings/settings.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense } from 'react';
import { CustomerPicker } from '../../kit/CustomerPicker.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { can, mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { SettingLine } from './_accountConfig/SettingLine.tsx';
import { GROUPS } from './_accountConfig/settingWords.ts';

// Below the fold, and most customers have one line of it.
const SingleSignOn = lazy(() => import('./_accountConfig/SingleSignOn.tsx'));

const words = {
  own: text(
    '本客户的规则。没有设置的项沿用上级，上级也没有时用系统默认。',
    'Settings of your customer. Settings not made here are inherited from the parent, otherwise the system default applies.',
  ),
  child: text(
    '您在为下级客户设置。它自己也能修改，但不能松于您勾选的下限。',
    'You are editing a child customer’s settings. It can change them itself, but not loosen the limits you tick.',
  ),
  failed: text('配置加载失败', 'Failed to load settings'),
};

export default function AccountConfig() {
  const t = useText();
  const me = useSignedIn((state) => state.me);
  const [search, write] = useSearch();
  const asked = search.get('customerId') ?? undefined;
  const customerId = asked === me?.customer.id ? undefined : asked;
  const query = customerId ? { customerId } : {};
  const { data, error, refetch } = useRead(readCustomerSettings, query);
  const pick = (next: string | undefined) => {
    const params = new URLSearchParams(search);
    if (next) params.set('customerId', next);
    else params.delete('customerId');
    write(params);
  };
  const canSetChildren = can('accountConfig.child') && me?.customer.kind !== 'ENTERPRISE';
  const canEdit = mayCall(editCustomerSetting) && can(customerId ? 'accountConfig.child' : 'accountConfig.edit');
  const groups = data ? [...Map.groupBy(data, (line) => line.group)] : [];
  return (
    <>
      <Inline gap="m">
        <h1>{t(readCustomerSettings.summary)}</h1>
        <Spacer />
        {canSetChildren ? (
          <Stack width="l">
            <label htmlFor="settings-customer" className="only-heard">
              {t(nouns.customer)}
            </label>
            <CustomerPicker id="settings-customer" value={customerId ?? me?.customer.id} onValue={pick} />
          </Stack>
        ) : null}
      </Inline>
      <Paragraph ink="secondary" above="xs" below="m">
        {t(customerId ? words.child : words.own)}
      </Paragraph>
      {groups.map(([group, lines]) => (
        <Box as="section" below="l" key={group}>
          <h2>{t(GROUPS[group] ?? readCustomerSettings.summary)}</h2>
          <Stack as="ul" isDivided>
            {lines.map((line) => (
              <SettingLine
                // A saved value, from here or above, resets the line's draft.
                key={`${customerId} ${line.name} ${JSON.stringify(line.value)} ${line.isBound}`}
                line={line}
                customerId={customerId}
                canEdit={canEdit}
                canBind={canSetChildren}
              />
            ))}
          </Stack>
        </Box>
      ))}
      {data ? (
        <Suspense fallback={null}>
          <SingleSignOn key={customerId} customerId={customerId} />
        </Suspense>
      ) : null}
      {data ? null : <NotLoaded failed={words.failed} error={error} onRetry={refetch} />}
    </>
  );
}
