import { useState } from 'react';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { FileDrop, SHEET_FILES } from '../../ui/fields/file-drop.tsx';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './gallery.module.css';

const JOINTS = ['Samanes de Peñaflor', 'Puerta del Cañón', 'Alcaraván'].map((label, at) => ({
  id: at,
  label,
}));
const ANSWERS = ['Si', 'No', 'Blanco'].map((label, at) => ({ id: at + 1, label }));
const UNITS = Array.from({ length: 240 }, (_, at) => ({
  id: `${101 + at}`,
  label: `${101 + at} - Ana Núñez`,
}));
const FAULT = 'Este campo es obligatorio.';

/**
 * Part of the component gallery (test page with every component): form fields in every state, normal, with
 * help, with an error, disabled.
 */
export function GalleryFields() {
  const [joint, setJoint] = useState<number | null>(null);
  const [unit, setUnit] = useState<string | null>('101');
  const [units, setUnits] = useState<readonly string[]>(['101', '102']);
  const [answer, setAnswer] = useState<number | null>(1);
  const [amount, setAmount] = useState(3);
  const [money, setMoney] = useState('1.234.567,50');
  const [isPicked, setPicked] = useState(true);
  const select = { items: JOINTS, onChange: setJoint, placeholder: 'Seleccione una copropiedad' };
  const many = { items: UNITS, onChange: setUnits };
  const radio = { items: ANSWERS, value: answer, onChange: setAnswer };
  const number = { value: amount, onChange: setAmount, minValue: 1 };
  return (
    <>
      <Card title="Campos de texto">
        <div className={styles.columns}>
          <TextField label="Pregunta" placeholder="Escriba la pregunta" />
          <TextField label="Con ayuda" description="La verán todos los asistentes." defaultValue="101" />
          <TextField label="Con error" error={FAULT} />
          <TextField label="Inactivo" defaultValue="No se puede cambiar" isDisabled />
          <TextField label="Varias líneas" multiline />
          <NumberField label="Cantidad de respuestas" {...number} description="Al menos una." />
          <NumberField label="Número con error" {...number} error={FAULT} />
          <NumberField label="Número inactivo" {...number} isDisabled />
          <MoneyField label="Valor" value={money} onChange={setMoney} />
          <MoneyField label="Valor con error" value="cien mil" onChange={setMoney} error={FAULT} />
        </div>
      </Card>
      <Card title="Listas">
        <div className={styles.columns}>
          <Select label="Copropiedad Horizontal" {...select} value={joint} />
          <Select
            label="Lista larga"
            items={UNITS}
            value={unit}
            onChange={setUnit}
            placeholder="Seleccione"
          />
          <Select label="Lista con error" {...select} value={null} error={FAULT} />
          <Select label="Lista inactiva" {...select} value={0} isDisabled />
          <ComboBox label="Inmueble" items={UNITS} value={unit} onChange={setUnit} />
          <ComboBox label="Inmueble con error" items={UNITS} value={null} onChange={setUnit} error={FAULT} />
          <MultiSelect label="Inmuebles" {...many} value={units} />
          <MultiSelect label="Inmuebles con error" {...many} value={[]} error={FAULT} />
          <MultiSelect label="Inmuebles, inactivo" {...many} value={units} isDisabled />
        </div>
      </Card>
      <Card title="Opciones">
        <div className={styles.columns}>
          <RadioGroup label="Su respuesta" {...radio} />
          <RadioGroup label="Sin elegir" {...radio} value={null} error="Seleccione una respuesta" />
          <RadioGroup label="En línea, inactiva" {...radio} inline isDisabled />
          <Checkbox isSelected={isPicked} onChange={setPicked}>
            Representa por poder
          </Checkbox>
          <Checkbox isSelected isDisabled onChange={setPicked}>
            Inactiva
          </Checkbox>
        </div>
      </Card>
      <Card title="Archivo">
        <FileDrop
          label="Arrastre aquí la tabla de inmuebles"
          description="Excel (.xlsx) o CSV."
          accept={SHEET_FILES}
          onFile={() => undefined}
        />
      </Card>
    </>
  );
}
