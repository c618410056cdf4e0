import { otherMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { OTHER_PROVIDERS } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { Merchants } from './_merchants/Merchants.tsx';

export default function OtherMerchants() {
  return <Merchants endpoints={otherMerchants} providers={OTHER_PROVIDERS} />;
}
