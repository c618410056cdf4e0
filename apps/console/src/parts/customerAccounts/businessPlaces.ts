import { listAllocations } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { listCashOuts } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { listRecharges } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { listDeductions } from '@cardinal/contract/api/deductions/records.ts';
import type { Business } from '@cardinal/contract/api/ledger/business.ts';
import { listPackageOrderRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import { listRetailOrders } from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { mayCall } from '../../shell/permissions.ts';

/** The list that has what a transaction is about. */
const PLACES: Readonly<Record<Business, { call: Parameters<typeof mayCall>[0]; path: (number: string) => string }>> = {
  order: { call: listPackageOrderRecords, path: (number) => `/orderList/packageOrderRecord?orderNo=${number}` },
  recharge: { call: listRecharges, path: (number) => `/userManagement/userRecharge?rechargeNo=${number}` },
  cashOut: { call: listCashOuts, path: (number) => `/shareBenefit/cashOutRecord?cashOutNo=${number}` },
  retail: { call: listRetailOrders, path: (number) => `/orderList/wechatOrderList?orderNo=${number}` },
  deduction: { call: listDeductions, path: (number) => `/permission/RealTimeDeductionRecords?transactionNo=${number}` },
  allocation: {
    call: listAllocations,
    path: (number) => `/poolManagement/cardAllocationRecord?allocationNo=${number}`,
  },
  clearing: { call: listTasks, path: (number) => `/taskManagement/systemTask?taskNoContains=${number}` },
};

/** Where a business number leads the caller to; undefined without a record of its own or without the right to see it. */
export function businessPath(of: {
  readonly about: Business | null;
  readonly businessNo: string | null;
}): string | undefined {
  const place = of.about && PLACES[of.about];
  return place && of.businessNo !== null && mayCall(place.call) ? place.path(of.businessNo) : undefined;
}
