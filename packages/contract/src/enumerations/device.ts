import { enumeration, type ValueOf } from './enumeration.ts';

export const DeviceProductType = enumeration('deviceProductType', '设备产品类型', 'Device product type', {
  UIFI: { zh: '随身WiFi', en: 'Portable Wi-Fi' },
  CAMERA: { zh: '摄像头', en: 'Camera' },
});
export type DeviceProductType = ValueOf<typeof DeviceProductType>;

export const TerminalStatus = enumeration('terminalStatus', '终端状态', 'Terminal status', {
  INACTIVE: { zh: '未激活', en: 'Inactive' },
  OFFLINE: { zh: '离线', en: 'Offline' },
  ONLINE: { zh: '在线', en: 'Online' },
  UNKNOWN: { zh: '未知', en: 'Unknown' },
});
export type TerminalStatus = ValueOf<typeof TerminalStatus>;

export const DeviceEnableStatus = enumeration('deviceEnableStatus', '设备启用状态', 'Device enable status', {
  ENABLE: { zh: '启用', en: 'Enabled' },
  DISABLE: { zh: '停用', en: 'Disabled' },
});
export type DeviceEnableStatus = ValueOf<typeof DeviceEnableStatus>;

export const NetworkType = enumeration('networkType', '网络类型', 'Network type', {
  CELLULAR: { zh: '蜂窝网络', en: 'Cellular' },
  WIFI: { zh: 'WiFi', en: 'Wi-Fi' },
});
export type NetworkType = ValueOf<typeof NetworkType>;

export const UpgradeStatus = enumeration('upgradeStatus', '升级状态', 'Upgrade status', {
  PENDING: { zh: '待升级', en: 'Pending' },
  SUCCESS: { zh: '成功', en: 'Succeeded' },
  FAIL: { zh: '失败', en: 'Failed' },
  CLOSE: { zh: '已关闭', en: 'Closed' },
});
export type UpgradeStatus = ValueOf<typeof UpgradeStatus>;

export const DeviceAccountType = enumeration('deviceAccountType', '账号类型', 'Account type', {
  DEVICE: { zh: '设备', en: 'Device' },
  CLOUD_STORAGE: { zh: '云存储', en: 'Cloud storage' },
});
export type DeviceAccountType = ValueOf<typeof DeviceAccountType>;

/** The names of the gun-ball variants are ours. */
export const CameraType = enumeration('cameraType', '摄像头类型', 'Camera type', {
  COMMON_BALL: { zh: '普通球机', en: 'Dome camera' },
  COMMON_SHAKE: { zh: '普通摇头机', en: 'Pan-tilt camera' },
  GUN_BALL_DUAL: { zh: '双目枪球机', en: 'Bullet-dome camera, two lenses' },
  GUN_BALL_TRIPLE: { zh: '三目枪球机', en: 'Bullet-dome camera, three lenses' },
  GUN_BALL_ZOOM: { zh: '变焦枪球机', en: 'Bullet-dome camera, zoom' },
});
export type CameraType = ValueOf<typeof CameraType>;

/** Three providers whose names the specification does not give. */
export const VideoProvider = enumeration('videoProvider', '视频服务商', 'Video provider', {
  v1: { zh: '视频服务商一', en: 'Video provider 1' },
  v2: { zh: '视频服务商二', en: 'Video provider 2' },
  v3: { zh: '视频服务商三', en: 'Video provider 3' },
});
export type VideoProvider = ValueOf<typeof VideoProvider>;

export const DeviceClass = enumeration('deviceClass', '权益等级', 'Device class', {
  A: { zh: 'A 类', en: 'Class A' },
  B: { zh: 'B 类', en: 'Class B' },
  C: { zh: 'C 类', en: 'Class C' },
  D: { zh: 'D 类', en: 'Class D' },
  E: { zh: 'E 类', en: 'Class E' },
  testExperience: { zh: '测试体验套餐', en: 'Test trial package' },
});
export type DeviceClass = ValueOf<typeof DeviceClass>;

export const DeviceQuality = enumeration('deviceQuality', '信号质量', 'Device quality', {
  excellent: { value: 1, zh: '优', en: 'Excellent' },
  moderate: { value: 2, zh: '中', en: 'Moderate' },
  poor: { value: 3, zh: '差', en: 'Poor' },
});
export type DeviceQuality = ValueOf<typeof DeviceQuality>;

export const Sensitivity = enumeration('sensitivity', '灵敏度', 'Sensitivity', {
  low: { zh: '低', en: 'Low' },
  medium: { zh: '中', en: 'Medium' },
  high: { zh: '高', en: 'High' },
});
export type Sensitivity = ValueOf<typeof Sensitivity>;

export const DeviceActivation = enumeration('deviceActivation', '设备激活', 'Device activation', {
  active: { zh: '已激活', en: 'Active' },
  activationFailed: { zh: '激活失败', en: 'Activation failed' },
  expired: { zh: '已过期', en: 'Expired' },
});
export type DeviceActivation = ValueOf<typeof DeviceActivation>;

export const CloudStorageKind = enumeration('cloudStorageKind', '云存类型', 'Cloud storage kind', {
  event: { zh: '事件存储', en: 'Event' },
  fullTime: { zh: '全天存储', en: 'Full-time' },
});
export type CloudStorageKind = ValueOf<typeof CloudStorageKind>;

/** Days a recording is kept; no other number is sold. */
export const CloudRetention = enumeration('cloudRetention', '保存天数', 'Retention days', {
  days1: { value: 1, zh: '1 天', en: '1 day' },
  days2: { value: 2, zh: '2 天', en: '2 days' },
  days3: { value: 3, zh: '3 天', en: '3 days' },
  days7: { value: 7, zh: '7 天', en: '7 days' },
  days30: { value: 30, zh: '30 天', en: '30 days' },
});
export type CloudRetention = ValueOf<typeof CloudRetention>;

export const CloudBillingUnit = enumeration('cloudBillingUnit', '计费单位', 'Billing unit', {
  day: { zh: '天', en: 'Day' },
  month: { zh: '月', en: 'Month' },
});
export type CloudBillingUnit = ValueOf<typeof CloudBillingUnit>;

/** What a bulk job on devices does; all ten run as task type 10057. */
export const DeviceOperationType = enumeration('deviceOperationType', '设备操作类型', 'Device operation', {
  transfer: { zh: '划拨', en: 'Transfer' },
  regression: { zh: '回收', en: 'Recovery' },
  import: { zh: '导入', en: 'Import' },
  sameLevelTransfer: { zh: '同级划拨', en: 'Same-level transfer' },
  sameLevelRegression: { zh: '同级回收', en: 'Same-level recovery' },
  productUpdate: { zh: '产品变更', en: 'Product update' },
  cloudDistribute: { zh: '云存下发', en: 'Cloud distribution' },
  batchOrderCloudPackage: { zh: '批量订购云存套餐', en: 'Batch order of cloud packages' },
  sendGoodsRecord: { zh: '发货记录', en: 'Shipment record' },
  projectSendRecord: { zh: '项目发货记录', en: 'Project shipment record' },
});
export type DeviceOperationType = ValueOf<typeof DeviceOperationType>;
