import { aliPayMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { Merchants } from './_merchants/Merchants.tsx';

export default function AliPayMerchants() {
  return <Merchants endpoints={aliPayMerchants} />;
}
