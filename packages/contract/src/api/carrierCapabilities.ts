import * as z from 'zod';
import { enumeration, type ValueOf } from '../enumerations/enumeration.ts';

export const CarrierOperation = enumeration('carrierOperation', '接口操作', 'Operation', {
  echo: { zh: '连接测试', en: 'Test' },
  getDevice: { zh: '查询卡', en: 'Query card' },
  listDevices: { zh: '查询变更', en: 'List changes' },
  setStatus: { zh: '变更状态', en: 'Change status' },
  getUsage: { zh: '查询用量', en: 'Query usage' },
  getSession: { zh: '查询会话', en: 'Query session' },
  sendSms: { zh: '发送短信', en: 'Send SMS' },
  getSms: { zh: '查询短信', en: 'Query SMS' },
  openSession: { zh: '取令牌', en: 'Open session' },
  getDevices: { zh: '批量查询卡', en: 'Query cards' },
  getOrder: { zh: '查询工单', en: 'Query order' },
  getUsages: { zh: '批量查询用量', en: 'Query usages' },
  listUsageRecords: { zh: '查询话单', en: 'List usage records' },
  getPower: { zh: '查询开关机', en: 'Query power' },
  getLocations: { zh: '查询位置', en: 'Query location' },
  diagnose: { zh: '诊断', en: 'Diagnose' },
  getServices: { zh: '查询网络功能', en: 'Query services' },
  setService: { zh: '开关网络功能', en: 'Switch service' },
  setSpeed: { zh: '限速', en: 'Limit speed' },
  listPlans: { zh: '查询计划', en: 'List plans' },
  setPlan: { zh: '变更计划', en: 'Change plan' },
  getBinding: { zh: '查询机卡绑定', en: 'Query IMEI binding' },
  bindImei: { zh: '机卡绑定', en: 'Bind IMEI' },
  getRealName: { zh: '查询实名', en: 'Query real name' },
  startRealName: { zh: '发起实名', en: 'Start real name' },
  getStopReasons: { zh: '查询停机原因', en: 'Query stop reason' },
  listPools: { zh: '查询流量池', en: 'List pools' },
  downloadOrder: { zh: '下载订单', en: 'Download order' },
  confirmOrder: { zh: '确认订单', en: 'Confirm order' },
  cancelOrder: { zh: '取消订单', en: 'Cancel order' },
  releaseProfile: { zh: '释放码号', en: 'Release profile' },
});
export type CarrierOperation = ValueOf<typeof CarrierOperation>;

/** What a carrier's interface can do, and how. */
export const capabilitiesSchema = z.object({
  operations: z.array(CarrierOperation.schema),
  statusActions: z.array(z.string()),
  confirmation: z.enum(['answer', 'query', 'push', 'none']),
  batchSizes: z.record(z.string(), z.number().int()),
  defaultLimits: z.object({
    callsPerSecond: z.number(),
    inFlight: z.number().int(),
    perDay: z.number().int().nullable(),
  }),
  /** kbit/s; the only speeds it can hold a card down to. */
  speeds: z.array(z.number().int()).optional(),
  services: z.array(z.enum(['data', 'voice', 'sms', 'roaming'])).optional(),
  usualDelayMinutes: z.object({ status: z.number().int().optional(), usage: z.number().int().optional() }).optional(),
  quietSecondsPerCard: z.number().int(),
  cycleDay: z.number().int(),
  timeoutMs: z.number().int(),
  verifiedOn: z.string().nullable(),
});
