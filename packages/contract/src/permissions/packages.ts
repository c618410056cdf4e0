import { subject } from './subject.ts';

export const PACKAGE_PERMISSIONS = [
  ...subject('systemPackage', '系统套餐', 'system packages', ['view', 'edit', 'shelf', 'export'], {
    check: ['向运营商核对系统套餐', 'Check system packages with the carrier'],
  }),
  ...subject('packageVirtual', '虚拟套餐', 'virtual packages', ['view', 'edit', 'shelf', 'export'], {
    warn: ['设置虚拟套餐的超卖预警', 'Set the oversell warning of virtual packages'],
  }),
  ...subject('customPackage', '自定义套餐', 'custom packages', ['view', 'edit', 'shelf', 'export'], {
    submit: ['提交自定义套餐审核', 'Submit custom packages for review'],
    check: ['审核下级的自定义套餐', 'Review custom packages of child customers'],
  }),
  ...subject('flowConfig', '流量规格', 'data specifications', ['view', 'edit', 'enable']),
  ...subject('voiceConfig', '语音规格', 'voice specifications', ['view', 'edit', 'enable']),
  ...subject('periodicConfig', '周期规格', 'period specifications', ['view', 'edit', 'enable']),
  ...subject('limitStrategy', '限速策略', 'speed-limit strategies', ['view', 'edit', 'enable', 'export']),
  ...subject('flowStrategy', '流控策略', 'flow-control strategies', ['view', 'edit', 'export'], {
    enable: ['切换流控策略状态', 'Switch flow-control strategies', 'service'],
    associate: ['关联套餐和应用流控策略', 'Associate packages and apply flow-control strategies'],
    release: ['解除流控策略的套餐关联', 'Release packages from flow-control strategies'],
    limit: ['设置套餐的限速', 'Set the speed limit of packages'],
    exception: ['设置限速的例外客户', 'Set exceptions to the speed limit of packages'],
  }),
  ...subject('detailStrategy', '详单策略', 'display strategies', ['view', 'edit', 'enable', 'export'], {
    bind: ['绑定详单策略', 'Bind display strategies'],
  }),
  ...subject('packageDistribute', '套餐分配', 'package distribution', ['view', 'export'], {
    distribute: ['分配套餐', 'Distribute packages', 'money'],
    price: ['修改套餐分配价格', 'Change prices of packages', 'money'],
    recall: ['收回套餐', 'Recall packages', 'irreversible'],
    import: ['下载和导入套餐价格表', 'Download and import price sheets of packages', 'money'],
  }),
  ...subject('flowPoolPackage', '流量池套餐', 'pool packages', ['view', 'edit', 'shelf', 'export'], {
    distribute: ['分配流量池套餐', 'Distribute pool packages', 'money'],
    recall: ['收回流量池套餐', 'Recall pool packages', 'irreversible'],
  }),
  ...subject('shareBenefitPackageDistribute', '分润套餐分配', 'profit-share packages', ['view', 'export'], {
    distribute: ['分配分润套餐', 'Give packages for a share', 'money'],
    edit: ['修改套餐分润', 'Change shares of packages', 'money'],
    recall: ['收回分润套餐', 'Recall packages given for a share', 'irreversible'],
  }),
  ...subject('apiGroupBuyPackage', 'API团购套餐', 'group-buy packages', ['view', 'add', 'edit', 'enable', 'export'], {
    issue: ['发放兑换码', 'Issue redeem codes', 'money'],
    void: ['作废未兑换的码', 'Void redeem codes', 'money'],
    download: ['下载兑换码', 'Download redeem codes', 'money'],
  }),
  ...subject('outPackagemanage', '外部套餐', 'external packages', ['view', 'sync', 'export'], {
    config: ['配置外部套餐来源', 'Set up sources of external packages'],
    map: ['映射外部套餐', 'Map external packages', 'money'],
    accept: ['接受外部套餐的变更', 'Accept changes of external packages', 'money'],
  }),
] as const;
