import { subject } from './subject.ts';

export const SYSTEM_PERMISSIONS = [
  ...subject('dashboard', '首页', 'the dashboard', ['money'], { arrange: ['排列首页卡片', 'Customize dashboard'] }),
  ...subject('menu', '菜单', 'the menu', ['view', 'edit'], {
    visible: ['显示和隐藏菜单', 'Show and hide menu entries'],
    delete: ['删除菜单', 'Delete menu entries', 'irreversible'],
    restore: ['恢复内置菜单', 'Restore built-in menu entries'],
  }),
  ...subject('menuSet', '菜单方案', 'menu sets', ['view', 'edit'], {
    assign: ['给客户分配菜单方案', 'Assign menu sets to customers', 'security'],
  }),
  ...subject('roleSys', '角色', 'roles', ['view', 'export'], {
    edit: ['新增和编辑角色', 'Add and edit roles', 'security'],
    delete: ['删除角色', 'Delete roles', 'irreversible'],
    assign: ['给账号分配角色', 'Assign roles to accounts', 'security'],
  }),
  ...subject('platformSet', '平台设置', 'platform settings', ['view', 'edit'], {
    family: ['启用和停用运营商', 'Enable and disable carriers', 'service'],
  }),
  ...subject('importCard', '卡导入', 'card imports', ['view', 'export'], {
    import: ['导入卡', 'Import cards'],
    undo: ['撤销卡导入', 'Undo card imports', 'irreversible'],
    match: ['与运营商核对导入的卡', 'Compare imported cards with the carrier'],
  }),
  ...subject('accountConfig', '账户配置', 'customer settings', ['view', 'edit'], {
    child: ['设置下级客户的配置', 'Edit settings of child customers'],
    signIn: ['设置单点登录', 'Set up single sign-on', 'security'],
  }),
  ...subject('platformConfig', '通道', 'carrier accounts', ['view', 'edit', 'test', 'export'], {
    secret: ['设置通道密钥', 'Set credentials of carrier accounts', 'secret'],
    pause: ['暂停和恢复通道', 'Pause and resume carrier accounts'],
    sync: ['立即同步通道', 'Sync carrier accounts now'],
    reconcile: ['与运营商对账', 'Reconcile with the carrier'],
    move: ['把卡移到其他通道', 'Move cards to another carrier account', 'irreversible'],
  }),
  ...subject('dataDictionary', '数据字典', 'the data dictionary', ['view', 'edit', 'export']),
  ...subject('engineManage', '引擎', 'engines', ['view', 'edit', 'shelf', 'export'], {
    price: ['设置引擎价格', 'Set prices of engines', 'money'],
    trial: ['开通引擎试用', 'Grant engine trials'],
    stop: ['停止引擎订阅', 'Stop engine subscriptions'],
  }),
  ...subject('communicationPlan', '通信计划', 'communication plans', ['view', 'edit', 'sync', 'export']),
  ...subject('apiManagement', '接口', 'the open interfaces', ['view', 'edit', 'export'], {
    deprecate: ['宣布接口下线', 'Announce interface retirement'],
  }),
  ...subject('errorLog', '错误日志', 'the error log', ['view', 'export'], {
    handle: ['处理错误', 'Handle errors'],
    clean: ['清理错误日志', 'Delete old errors', 'irreversible'],
  }),
  ...subject('operationLog', '操作日志', 'the operation log', ['view', 'export'], {
    verify: ['校验操作日志', 'Verify the operation log'],
  }),
  ...subject('notiflyManage', '通知', 'notices', ['view', 'edit', 'retry', 'export'], {
    send: ['发送通知', 'Send notices'],
    recall: ['撤回通知', 'Recall notices'],
  }),
  ...subject('notiflyList', '收到的通知', 'received notices', ['view'], {
    mute: ['屏蔽一类通知', 'Mute kinds of notices'],
  }),
  ...subject('videoGuidelines', '视频指引', 'video guides', ['view', 'edit']),
  ...subject('address', '地址', 'addresses', ['view', 'edit']),
  ...subject('invoiceInformation', '开票信息', 'invoice titles', ['view', 'edit'], {
    check: ['审核开票信息', 'Review invoice titles'],
  }),
  ...subject('cardScope', '号段', 'number segments', ['view', 'edit', 'import', 'export'], {
    generate: ['按号段生成卡', 'Generate cards of a segment'],
  }),
  ...subject('smsSendResult', '短信结果', 'SMS results', ['view', 'query', 'export']),
  ...subject('smsConfig', '短信设置', 'SMS settings', ['view', 'edit', 'test']),
  ...subject('sms', '短信', 'SMS', [], { content: ['查看短信内容', 'View message texts', 'personalData'] }),
  ...subject('aliyunSecret', '阿里云密钥', 'Aliyun keys', ['view', 'test'], {
    edit: ['设置阿里云密钥', 'Set Aliyun keys', 'secret'],
  }),
  ...subject('apiKey', 'API密钥', 'API keys', ['view', 'edit', 'export'], {
    create: ['创建API密钥', 'Create API keys', 'secret'],
    rotate: ['轮换API密钥', 'Rotate API keys', 'secret'],
    disable: ['停用API密钥', 'Disable API keys'],
    grant: ['给下级授予API权限', 'Grant API scopes to child customers', 'security'],
  }),
  ...subject('activePush', '推送订阅', 'push subscriptions', ['view', 'edit', 'test']),
  ...subject('countryCode', '国家码', 'country codes', ['view', 'edit']),
  ...subject('countryRegion', '国家地区', 'countries and regions', ['view', 'edit']),
  ...subject('operatorList', '运营商网络', 'mobile networks', ['view', 'edit', 'import'], {
    steer: ['设置网络优先与禁用', 'Set preferred and forbidden networks'],
  }),
] as const;
