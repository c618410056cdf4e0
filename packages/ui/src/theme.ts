import { type ThemeConfig, theme } from 'antd';
import { type Appearance, type Palette, paletteOf } from './palette.ts';

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';

export type Density = 'default' | 'compact';

/** Colours that antd would recompute for the dark theme: they stay those of the palette. */
const kept = (p: Palette) => ({
  colorPrimary: p.primary,
  colorInfo: p.primary,
  colorLink: p.primary,
  colorSuccess: p.success,
  colorWarning: p.warning,
  colorError: p.danger,
});

/** antd in our palette: derived colours that would fail 4.5 : 1 are set explicitly. */
export function antdTheme(appearance: Appearance, motion = true): ThemeConfig {
  const p = paletteOf(appearance);
  return {
    algorithm: [
      appearance === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      (_, derived) => ({ ...derived!, ...kept(p) }),
    ],
    hashed: false,
    token: {
      ...kept(p),
      colorPrimaryHover: p.primaryHover,
      colorPrimaryActive: p.primaryActive,
      colorPrimaryTextHover: p.primaryHover,
      colorPrimaryTextActive: p.primaryActive,
      colorLinkHover: p.primaryHover,
      colorLinkActive: p.primaryActive,
      colorErrorHover: p.dangerHover,
      colorErrorActive: p.dangerActive,
      colorErrorTextHover: p.dangerHover,
      colorErrorTextActive: p.dangerActive,
      colorSuccessBg: p.successSoft,
      colorSuccessBorder: p.successSoft,
      colorWarningBg: p.warningSoft,
      colorWarningBorder: p.warningSoft,
      colorErrorBg: p.dangerSoft,
      colorErrorBorder: p.dangerSoft,
      colorInfoBg: p.primarySoft,
      colorInfoBorder: p.primarySoft,
      colorText: p.ink,
      colorTextSecondary: p.inkSecondary,
      colorTextTertiary: p.inkSecondary,
      colorTextDescription: p.inkSecondary,
      colorTextPlaceholder: p.inkFaint,
      colorTextHeading: p.ink,
      colorBorder: p.edge,
      colorBorderSecondary: p.line,
      colorBorderDisabled: p.line,
      colorSplit: p.line,
      colorBgLayout: p.page,
      colorBgBase: p.surface,
      colorBgContainer: p.surface,
      colorBgElevated: p.surface,
      colorErrorText: p.danger,
      fontFamily: SANS,
      fontSize: 14,
      fontSizeHeading1: 24,
      fontSizeHeading2: 20,
      fontSizeHeading3: 16,
      borderRadius: 6,
      borderRadiusLG: 6,
      borderRadiusSM: 4,
      controlHeight: 32,
      controlOutlineWidth: 2,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      motion,
    },
    components: {
      Button: {
        primaryColor: p.onPrimary,
        dangerColor: p.onDanger,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Table: {
        cellFontSize: 13,
        headerBg: p.well,
        headerColor: p.inkSecondary,
        headerSplitColor: 'transparent',
        rowHoverBg: p.well,
        rowSelectedBg: p.selected,
        rowSelectedHoverBg: p.selected,
        bodySortBg: 'transparent',
        headerSortActiveBg: p.well,
        headerSortHoverBg: p.well,
        cellPaddingBlock: 9,
        cellPaddingInline: 12,
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 12,
        borderColor: p.line,
      },
      Form: { labelColor: p.ink, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
      Tooltip: { colorBgSpotlight: '#24303f', colorTextLightSolid: '#ffffff' },
      Checkbox: { colorWhite: p.onPrimary },
      Switch: {
        handleBg: appearance === 'dark' ? p.surface : '#ffffff',
        // Background and text of the disabled state: antd's own pair has too little contrast.
        colorTextQuaternary: p.inkFaint,
        colorTextTertiary: p.inkSecondary,
        colorTextLightSolid: p.onPrimary,
      },
      Tabs: { horizontalItemPadding: '8px 0' },
    },
  };
}
