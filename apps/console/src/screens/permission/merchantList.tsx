import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { Merchants } from './_merchants/Merchants.tsx';

export default function WechatMerchants() {
  return <Merchants endpoints={wechatMerchants} />;
}
