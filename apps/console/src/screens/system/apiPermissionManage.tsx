import { listApiGrants } from '@cardinal/contract/api/openApi/grants.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { ApiCalls } from './_apiPermission/ApiCalls.tsx';
import { ApiGrants } from './_apiPermission/ApiGrants.tsx';
import { ApiKeys } from './_apiPermission/ApiKeys.tsx';
import { ScopeSets } from './_apiPermission/ScopeSets.tsx';

const words = {
  keys: text('密钥', 'Keys'),
  grants: text('下级授权', 'Customers below'),
};

export default function ApiPermissionManage() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'keys', title: t(words.keys), content: () => <ApiKeys /> },
        { key: 'sets', title: t(nouns.templates), content: () => <ScopeSets /> },
        { key: 'calls', title: t(nouns.calls), content: () => <ApiCalls /> },
        ...(mayCall(listApiGrants) ? [{ key: 'grants', title: t(words.grants), content: () => <ApiGrants /> }] : []),
      ]}
    />
  );
}
