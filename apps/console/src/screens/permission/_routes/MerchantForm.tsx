import { aliPayMerchants, otherMerchants, wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute, editMerchantOfRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { OTHER_PROVIDERS, PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { OpenLink } from '../../../kit/OpenLink.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { type Account, LIMITS, limitsOf, nameOf, type RouteKey } from './routeLimits.ts';
import { routeWords } from './routeWords.ts';

const words = {
  note: text(
    '下级可通过它在线付款。已有现用商户时，新商户排在备用的最后。',
    'Children can pay online through it. Where a merchant is in use, a new one is the last backup.',
  ),
  none: text('还没有可用的商户，请先接入：', 'No merchant of your own yet; connect one first:'),
  saved: text('收款商户已保存', 'Merchant of the route saved'),
};

const PAGE = { pageNum: 1, pageSize: 100 } as const;

/** The caller's own merchants, or those at one provider. */
function useOwnMerchants(provider: PaymentProvider | undefined) {
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.name);
  const { wechat, aliPay } = PaymentProvider.values;
  const wanted = (which: PaymentProvider) => provider === undefined || provider === which;
  const ofWechat = useRead(wechatMerchants.list, wanted(wechat) && mayCall(wechatMerchants.list) && PAGE);
  const ofAliPay = useRead(aliPayMerchants.list, wanted(aliPay) && mayCall(aliPayMerchants.list) && PAGE);
  const wantsOthers = OTHER_PROVIDERS.some(wanted) && mayCall(otherMerchants.list);
  const ofOthers = useRead(otherMerchants.list, wantsOthers && PAGE);
  const read = [ofWechat, ofAliPay, ofOthers];
  const merchants = read
    .flatMap(({ data }) => data?.list ?? [])
    .filter((each) => each.customerName === own && wanted(each.provider))
    .map(({ id, name, merchantNo, ...merchant }) => {
      const said = `${t(PaymentProvider.labelOf(merchant.provider))} · ${name} · ${merchantNo}`;
      return { value: id, label: text(said, said) };
    });
  return { merchants, isLoading: read.some(({ isLoading }) => isLoading) };
}

/** Adds a merchant of the caller's own to a route. */
export default function MerchantForm(props: { route?: RouteKey | undefined; onClose: () => void }) {
  const t = useText();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const { merchants, isLoading } = useOwnMerchants(props.route?.provider);
  const fields: FormFields = [
    { name: 'merchantId', kind: 'select', label: nouns.merchant, options: merchants },
    {
      name: 'currency',
      kind: 'select',
      label: nouns.currency,
      isRequired: true,
      options: Currency.options,
      // Below the platform all children pay in the currency of their tree.
      isHidden: () => !isPlatform,
    },
    ...LIMITS,
  ];
  return (
    <FormDrawer
      endpoint={addMerchantToRoute}
      title={t(routeWords.addMerchant)}
      intro={
        <>
          <p>{t(words.note)}</p>
          {merchants.length === 0 && !isLoading ? (
            <Paragraph>
              {t(words.none)} <OpenLink to="/permission/merchantList">{t(wechatMerchants.list.summary)}</OpenLink>{' '}
              <OpenLink to="/permission/aLiPayConfig">{t(aliPayMerchants.list.summary)}</OpenLink>{' '}
              <OpenLink to="/permission/otherPaymentConfig">{t(otherMerchants.list.summary)}</OpenLink>
            </Paragraph>
          ) : null}
        </>
      }
      initial={{
        scene: PaymentScene.values.balanceRecharge,
        ...(isPlatform ? { currency: props.route?.currency ?? Currency.values.CNY } : {}),
      }}
      fields={fields}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

/** Limits of a merchant in a route; what it is called and its keys are kept with the merchant. */
export function MerchantLimits(props: { route: RouteKey; account: Account; onClose: () => void }) {
  const t = useText();
  const { account, route } = props;
  const valuesOf = (of: Account) => ({ id: of.id, version: of.version, ...limitsOf(of, route.currency) });
  return (
    <FormDrawer
      endpoint={editMerchantOfRoute}
      title={t(verbs.editNamed, { name: nameOf(account) })}
      initial={valuesOf(account)}
      anew={async () => {
        const { accounts } = await readAgain(readPaymentRoute, route);
        const found = accounts.find(({ id }) => id === account.id);
        return found && valuesOf(found);
      }}
      fields={LIMITS}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
