import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as autoRenewal from './autoRenewal.ts';
import * as card from './card.ts';
import * as customer from './customer.ts';
import * as device from './device.ts';
import type { AnyEnumeration } from './enumeration.ts';
import * as marketing from './marketing.ts';
import * as message from './message.ts';
import * as order from './order.ts';
import * as packages from './package.ts';
import * as payment from './payment.ts';
import * as push from './push.ts';
import * as sending from './sending.ts';
import * as settlement from './settlement.ts';
import * as switches from './switches.ts';
import * as task from './task.ts';

const isEnumeration = (thing: unknown): thing is AnyEnumeration =>
  typeof thing === 'object' && thing !== null && 'options' in thing && 'schema' in thing;
const files: Record<string, unknown>[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => import(`./${name}`)),
);
const all = files.flatMap((file) => Object.values(file).filter(isEnumeration));

test('every set and every word has both languages, and a name of its own', () => {
  for (const set of all) {
    for (const { zh, en } of [set.title, ...set.options.map(({ label }) => label)]) {
      expect(zh.trim(), set.name).not.toBe('');
      expect(en, set.name).toMatch(/^[\x20-\x7e×’–]+$/);
    }
    expect(new Set(set.options.map(({ label }) => label.zh)).size, `${set.name}: zh words differ`).toBe(
      set.options.length,
    );
    expect(new Set(set.options.map(({ label }) => label.en)).size, `${set.name}: en words differ`).toBe(
      set.options.length,
    );
  }
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(80);
});

test('a type of package is a word: the numbers carriers give it live in their adapters', () => {
  expect(packages.PackageType.options.map(({ value }) => typeof value)).not.toContain('number');
});

describe('the numbers of the specification', () => {
  test.each<[AnyEnumeration, Record<string, number>]>([
    [card.Platform, { Lt: 1, Yd: 2, Dx: 3, thirdParty: 4, other: 5, Gj: 6, eSIM: 7, Gd: 8, unknown: -1 }],
    [card.LtSubType, { JASPER: 1, CMP: 2, LEYU: 3 }],
    [card.YdSubType, { GUANGDONG: 1, ONELINK: 2, OTHER: 3, SHANXI: 4 }],
    [card.CardKind, { flow: 1, voice: 2, nb: 3, esim: 4 }],
    [card.IdentifierType, { any: 0, iccid: 1, businessNumber: 2, mappingNumber: 3, imei: 4, imsi: 5, eid: 6 }],
    [card.CardInputMode, { full: 1, segment: 2 }],
    [card.StopReason, { manual: 1, arrears: 2, realName: 3, imei: 4, outOfRegion: 6 }],
    [card.OnlineState, { offline: 0, online: 1, unknown: 2 }],
    [card.RealNameStatus, { notRealNamed: 0, realNamed: 1 }],
    [card.RealNameType, { phone: 1, official: 2, enterprise: 3 }],
    [card.RealNameMode, { realName: 1, newUser: 2 }],
    [card.RealNameTier, { base: 200, extended: 400 }],
    [card.EsimEnableState, { notEnabled: 0, enabled: 1, writeNumber: 2, invalid: 3, bind: 4, bindingInProgress: 5 }],
    [packages.PackageScope, { month: 0, flow: 1, all: 2 }],
    [packages.PackageMode, { exclusive: 1, shared: 2 }],
    [packages.ValidityUnit, { month: 1, day: 2 }],
    [packages.EffectiveType, { now: 0, nextMonth: 1, postpone: 2 }],
    [packages.FollowMain, { separate: 1, follow: 2 }],
    [packages.PackageUsageState, { unused: 0, using: 1, used: 2, unsubscribed: 3, expired: 4, deleted: 5 }],
    [packages.ControlAction, { STOP: 1, LIMIT: 2, OFFLINE: 3, NO_CONTROL: 4 }],
    [packages.SpeedLimitType, { segmented: 1, reach: 2, segmentedByMonth: 3 }],
    [order.OrderType, { buyPackage: 1, phoneBillRecharge: 3, packageRefund: 4 }],
    [order.OrderSource, { platform: 0, wechat: 1, api: 2, miniProgram: 3, apiProfitSharing: 4 }],
    [order.SalesPlatform, { xiaomage: 1, kudian: 2, lianlian: 3, huolian: 4, wechat: 5 }],
    [order.PaymentState, { pending: 0, unpaid: 1, paid: 2 }],
    [order.UnsubscribeChannel, { platform: 1, api: 2 }],
    [order.RechargeKind, { phoneBill: 1, first: 2 }],
    [order.StockState, { Cleared: 0, HasBeenStored: 1, OutOfWarehouse: 2 }],
    [autoRenewal.SigningState, { unsigned: 0, signed: 1, overdue: 2 }],
    [payment.PayMode, { wechat: 0, balance: 1, userSelect: 2, composition: 3 }],
    [payment.PaymentMethod, { wechat: 1, aliPay: 2, bank: 3, profitDeduction: 4 }],
    [payment.OverseasProvider, { stripe: 1, paypal: 2, payssion: 3 }],
    [payment.CashOutState, { toWithdraw: 0, underReview: 1, done: 2, failed: 3, transferring: 4 }],
    [payment.CashOutKind, { manual: 1, systemDailyEnd: 2 }],
    [settlement.DeductionSource, { package: 0, balance: 1, mix: 2 }],
    [
      settlement.DeductionType,
      {
        CardPayByQuantity: 1,
        AccountPayByQuantity: 2,
        MinimumConsumptionByMonth: 4,
        MinimumConsumptionByMonthBackToBack: 5,
      },
    ],
    [settlement.BusinessMode, { backToBack: 1, selfOperation: 2, industry: 3 }],
    [marketing.CouponType, { fullReduction: 1, discount: 2 }],
    [marketing.CouponValidityType, { fixedTime: 1, daysAfterAcquisition: 2 }],
    [
      marketing.CouponState,
      { pendingUse: 0, used: 1, expired: 2, canceled: 3, invalid: 4, deleted: 5, pendingReceipt: 6 },
    ],
    [marketing.ResetKind, { giftActivity: 1, experiencePackage: 2 }],
    [marketing.ShelfState, { onShelf: 1, offShelf: 2, draft: 3 }],
    [sending.SendResult, { sending: 0, success: 1, fail: 2, unknown: 3 }],
    [sending.SmsChargingMode, { shortMessagePackage: 1, anjiaoCharging: 2, notConfigured: 3 }],
    [device.DeviceQuality, { excellent: 1, moderate: 2, poor: 3 }],
    [switches.UploadOrClear, { upload: 1, clear: 2 }],
    [switches.OpenOrClose, { open: 1, close: 0 }],
    [switches.Enable, { enabled: 1, disabled: 0 }],
    [switches.Support, { supported: 0, unsupported: 1 }],
    [switches.TriggerState, { untriggered: 0, triggered: 1, unknown: 2 }],
    [task.SystemTaskState, { untreated: 0, processing: 1, completed: 2, processingFailed: 3, cancelled: 4 }],
    [
      task.TaskListState,
      { untreated: 1, processing: 2, success: 3, failure: 4, termination: 5, waitingQueryResult: 6 },
    ],
  ])('%o', (set, numbers) => expect(set.values).toEqual(numbers));

  test('card sizes are 1 to 10, plastic or ceramic, patch or plug-in', () => {
    expect(card.CardSize.options.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { label } of card.CardSize.options) expect(label.en).toMatch(/^(Plastic|Ceramic) (patch|plug-in)/);
  });

  test('9 Transferring stands between 4 and 5', () => {
    expect(order.StockOrderState.options.map(({ value }) => value)).toEqual([1, 2, 3, 4, 9, 5, 6, 7, 8]);
    expect(order.StockOrderState.labelOf(8).en).toBe('Invalid');
    expect(order.StockOrderState.labelOf(5).en).toBe('Allocated');
  });

  test('consume types are 1, 4 and 7 to 18', () => {
    expect(payment.ConsumeType.options.map(({ value }) => value)).toEqual([
      1, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    ]);
    expect(payment.OtherPaymentChannel.options.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5]);
  });

  test('the languages of the dictionary, in its order', () => {
    expect(Object.keys(customer.DictionaryLanguage.members)).toEqual(
      'en, de, es, fr, it, ja, th, zh-CN, ar, pt'.split(', '),
    );
  });

  test('billing, review, payment and invoicing of a bill are four sets', () => {
    const { BillingState, ReviewState, BillPaymentState, InvoicingState } = settlement;
    expect(
      [BillingState, ReviewState, BillPaymentState, InvoicingState].map(({ values }) => Object.keys(values)),
    ).toEqual([
      ['unbilled', 'billing', 'billed'],
      ['pending', 'underReview', 'passed', 'rejected'],
      ['unpaid', 'toBePaid', 'paying', 'paid'],
      ['notInvoiced', 'invoicing', 'invoiced'],
    ]);
  });

  test('what the numbers mean where the words might be taken for others', () => {
    expect(card.StopReason.labelOf(3).en).toBe('Real name rejected');
    expect(switches.Support.labelOf(0).en).toBe('Supported');
    expect(order.SalesPlatform.options.map(({ label }) => label.en)).toEqual([
      'Xiaomage',
      'Kudian',
      'Lianlian',
      'huolian',
      'WeChat',
    ]);
  });

  test('words that are stored as they are', () => {
    expect(Object.values(device.TerminalStatus.values)).toEqual(['INACTIVE', 'OFFLINE', 'ONLINE', 'UNKNOWN']);
    expect(Object.values(device.UpgradeStatus.values)).toEqual(['PENDING', 'SUCCESS', 'FAIL', 'CLOSE']);
    expect(Object.values(device.CloudRetention.values)).toEqual([1, 2, 3, 7, 30]);
    expect(device.DeviceOperationType.options).toHaveLength(10);
    expect(Object.keys(packages.MiniProgramUsageState.values)).toEqual(
      'PENDING USING USED REFUNDED INVALIDATED'.split(' '),
    );
    expect(Object.keys(packages.PackageUsageWord.values)).toEqual('pending ordering refunded invalidated'.split(' '));
    expect(Object.keys(device.CloudBillingUnit.values)).toEqual(['day', 'month']);
    expect(Object.keys(device.CloudStorageKind.values)).toEqual(['event', 'fullTime']);
    expect(Object.keys(device.DeviceClass.values)).toEqual(['A', 'B', 'C', 'D', 'E', 'testExperience']);
    expect(device.VideoProvider.options).toHaveLength(3);
    expect(Object.keys(device.Sensitivity.values)).toEqual(['low', 'medium', 'high']);
    expect(Object.keys(sending.NoticeSendResult.values)).toEqual(['success', 'fail', 'unknown', 'going']);
    expect(Object.keys(message.MessageState.values)).toEqual(['draft', 'sent', 'recalled', 'deleted']);
    expect(Object.keys(marketing.ActivityState.values)).toEqual(expect.arrayContaining(['ongoing', 'ended']));
    expect(Object.keys(push.PushEvent.values).slice(0, 5)).toEqual([
      'sim_state_change',
      'sms_mo_received',
      'sms_mt_result',
      'package_activation_expiry_info',
      'esim_card_number_change',
    ]);
  });
});

describe('card numbers and statuses at the carriers', () => {
  test('field names per carrier', () => {
    const { Lt, Yd, Dx, Gj } = card.Platform.members;
    expect([Lt, Yd, Dx, Gj].map(({ numberField }) => numberField)).toEqual(['msisdn', 'imsi', 'number', 'msisdn']);
    expect([Lt, Yd, Dx, Gj].map(({ statusField }) => statusField)).toEqual([
      'status',
      'productctatuscd',
      'productStatusName',
      'status',
    ]);
  });

  test('eight stop reasons of twelve characters, each in words', () => {
    const { options, values } = card.CarrierStopReason;
    expect(options).toHaveLength(8);
    for (const { value } of options) expect(value).toMatch(/^[01]{12}$/);
    for (const { value } of options) expect(card.carrierStopReasonsOf(value)).toEqual([value]);
    expect(card.carrierStopReasonsOf('100010000000')).toEqual([values.forcedTwoWay, values.machineCardSeparation]);
    expect(card.carrierStopReasonsOf('000001000001')).toEqual([values.m2m, values.unknown]);
    for (const unreadable of ['', ' ', '2', '1000000000000', 'stopped']) {
      expect(card.carrierStopReasonsOf(unreadable)).toEqual([values.unknown]);
    }
  });
});
