import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

// Only what our charts need. SVG, so that a dozen small charts stay sharp at any zoom.
use([LineChart, BarChart, GridComponent, TooltipComponent, MarkLineComponent, LabelLayout, SVGRenderer]);

export type Drawing = {
  readonly draw: (option: EChartsCoreOption) => void;
  readonly end: () => void;
};

/** Draws into an element and follows its size. This file and the chart engine are loaded with the first chart. */
export function openDrawing(element: HTMLElement, onPick?: (category: number) => void): Drawing {
  const chart = init(element, null, { renderer: 'svg' });
  const observer = new ResizeObserver(() => chart.resize({ animation: { duration: 0 } }));
  observer.observe(element);
  if (onPick) chart.on('click', ({ dataIndex }) => onPick(dataIndex));
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    end: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
}
