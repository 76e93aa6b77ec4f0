#!/usr/bin/env python3
"""Verifica un expediente o una prueba propia (de un voto o de un poder) de SCAF, sin red y sin SCAF.

Uso:
  python3 verificar.py expediente.zip [--cabeza archivo.txt] [--autoridad certificados.pem] [--promesa promesa.json] [--json]
  python3 verificar.py prueba.zip [--cabeza archivo.txt]
  python3 verificar.py prueba.json --llave "nombre+hash+llave" [--cabeza archivo.txt]

--cabeza: una cabeza que alguien guardó aquella noche (de un teléfono, un correo o el acta impresa). Sin ella se sabe
que el expediente cuadra consigo mismo, y no que sea la historia que se anunció.
--autoridad: los certificados en que usted confía para la hora (PEM), si el expediente trae sellos de tiempo. Sin ellos se
comprueba cada sello con el certificado que él mismo trae, y se dice de quién es.
--promesa: lo que un teléfono recibió firmado al votar. Dice si ese voto se contó.
Solo usa la biblioteca estándar de Python 3.8 o posterior y, para los sellos de tiempo, el programa openssl (1.1.1 o posterior).
"""
import base64
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from fractions import Fraction
import zlib

# --- Firmas Ed25519 (RFC 8032), con números enteros -------------------------------------------------------------------
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * I % P
    if (x * x - x2) % P != 0:
        return None
    return P - x if (x & 1) != sign else x


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e, f = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    g, h, i, j = f - e, d - c, d + c, f + e
    return (g * h % P, i * j % P, h * i % P, g * j % P)


def times(n, point):
    result = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            result = add(result, point)
        point = add(point, point)
        n >>= 1
    return result


def point_of(data):
    y = int.from_bytes(data, "little")
    x = recover_x(y & ((1 << 255) - 1), y >> 255)
    y &= (1 << 255) - 1
    return None if x is None else (x, y, 1, x * y % P)


BY = 4 * pow(5, P - 2, P) % P
BX = recover_x(BY, 0)
BASE = (BX, BY, 1, BX * BY % P)


def verify_signature(public_key, message, signature):
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = point_of(public_key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- Árboles (RFC 6962) ----------------------------------------------------------------------------------------------
def sha(data):
    return hashlib.sha256(data).digest()


def leaf(line):
    return sha(b"\0" + line.encode("utf-8"))


def root_of(hashes):
    """Raíz de un árbol, dadas las huellas de sus hojas."""
    if not hashes:
        return sha(b"")
    level = list(hashes)
    while len(level) > 1:
        # Una hoja sin pareja sube como está: es la misma división que la de la norma.
        level = [
            sha(b"\1" + level[i] + level[i + 1]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)
        ]
    return level[0]


def root_by_path(node, index, size, path):
    if not 0 <= index < size:
        return None
    last = size - 1
    for beside in path:
        if last == 0:
            return None
        if index % 2 == 1 or index == last:
            node = sha(b"\1" + beside + node)
            while index % 2 == 0 and index != 0:
                index, last = index // 2, last // 2
        else:
            node = sha(b"\1" + node + beside)
        index, last = index // 2, last // 2
    return node if last == 0 else None


def extends(older, newer, path):
    """Si el árbol nuevo (tamaño, raíz) comienza con el viejo, como prueba el camino (RFC 9162, 2.1.4.2)."""
    if older[0] > newer[0] or older[0] < 1:
        return False
    if older[0] == newer[0]:
        return not path and older[1] == newer[1]
    if older[0] & (older[0] - 1) == 0:
        path = [older[1]] + path
    if not path:
        return False
    at, last = older[0] - 1, newer[0] - 1
    while at % 2 == 1:
        at, last = at // 2, last // 2
    was = now = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            was, now = sha(b"\1" + beside + was), sha(b"\1" + beside + now)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            now = sha(b"\1" + now + beside)
        at, last = at // 2, last // 2
    return last == 0 and was == older[1] and now == newer[1]


# --- Notas firmadas (C2SP) y cabezas ---------------------------------------------------------------------------------
def from64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


def read_key(line):
    match = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", line)
    data = from64(match.group(3)) if match else None
    if data is None or len(data) != 33 or data[0] != 1:
        return None
    name = match.group(1)
    digest = sha(name.encode() + b"\n" + data)[:4]
    return (name, digest, data[1:]) if digest.hex() == match.group(2) else None


def open_note(note, key):
    end = note.rfind("\n\n")
    if end < 0 or not note.endswith("\n"):
        return None
    text = note[: end + 1]
    for line in note[end + 2 : -1].split("\n"):
        match = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
        data = from64(match.group(2)) if match else None
        if data is None:
            return None
        if match.group(1) == key[0] and data[:4] == key[1]:
            return text if verify_signature(key[2], text.encode("utf-8"), data[4:]) else None
    return None


def read_head(text):
    lines = text.split("\n")
    if len(lines) < 6 or lines[-1] != "" or not re.fullmatch("[0-9]{1,15}", lines[1]):
        return None
    root, moment, epoch = from64(lines[2]), lines[3].split(" "), re.fullmatch(r"epoca ([0-9]{1,15})", lines[4])
    if root is None or len(root) != 32 or len(moment) != 3 or moment[0] != "momento" or epoch is None:
        return None
    closings = []
    for line in lines[5:-1]:
        match = re.fullmatch(r"cierre ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15}) (\S+)", line)
        data = from64(match.group(5)) if match else None
        if data is None:
            return None
        closings.append((*(int(match.group(i)) for i in (1, 2, 3, 4)), data))
    return {
        "origin": lines[0],
        "size": int(lines[1]),
        "root": root,
        "moment": moment[1],
        "at": moment[2],
        "epoch": int(epoch.group(1)),
        "closings": closings,
    }


MOST = 2**53 - 1


def number_of(text):
    """Un número que todo programa lee igual: los mayores no los tiene exactos un navegador."""
    value = int(text) if re.fullmatch("-?[0-9]{1,20}", text) else float(text)
    if not -MOST <= value <= MOST:
        raise ValueError("número")
    return int(value) if value == int(value) else value


def no_number(text):
    raise ValueError(text)


def read_json(text):
    return json.loads(text, parse_int=number_of, parse_float=number_of, parse_constant=no_number)


def read_line(line, kind, count):
    try:
        values = read_json(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or len(values) != count or values[0] != kind:
        return None
    # Escrita de una sola manera: 1 no es 1.0 ni 1e0.
    return values if as_written(values, separators=(",", ":")) == line else None


def as_written(value, **way):
    """Un valor como SCAF lo escribe: sus letras como son, y la mitad suelta de una por su número."""
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half.group()):04x}", json.dumps(value, ensure_ascii=False, **way))


def read_ballot(line):
    """Una papeleta: con una respuesta, o con varios nombres, que van al final ('1,4,7')."""
    one = read_line(line, "scaf/voto/1", 14)
    return one + [""] if one is not None else read_line(line, "scaf/voto/2", 15)


# --- Prueba propia ---------------------------------------------------------------------------------------------------
def open_head(note, keys):
    """La cabeza de una nota que alguna de las llaves firmó; None si ninguna."""
    texts = (open_note(note, key) for key in keys)
    return next((read_head(text) for text in texts if text is not None), None)


def path_of(text):
    data = from64(text)
    return None if data is None or len(data) % 32 else [data[i : i + 32] for i in range(0, len(data), 32)]


def check_own_proof(proof, key_lines, outside=None, heads=()):
    """Devuelve las faltas y lo que la prueba muestra: voto, cabeza, cierre, y si la cabeza ajena se pudo comparar."""
    keys = [read_key(line) for line in key_lines.split()]
    if not keys or None in keys:
        return ["llave"], None
    if not isinstance(proof, dict) or proof.get("scaf") != "prueba/1":
        return ["prueba"], None
    head = open_head(str(proof.get("cabeza")), keys)
    if head is None:
        return ["firma"], None
    line, index = str(proof.get("voto")), proof.get("lugar")
    ballot, path = read_ballot(line), path_of(str(proof.get("camino")))
    if ballot is None or path is None or type(index) is not int:
        return ["prueba"], None
    closing = next((one for one in head["closings"] if [one[0], one[1]] == ballot[3:5]), None)
    if closing is None:
        return ["cierre"], None
    if root_by_path(leaf(line), index, closing[3], path) != closing[4]:
        return ["voto"], None
    chain = [head]
    if heads:
        chain = chain_of(heads, keys)
        if chain is None or all((one["size"], one["root"]) != (head["size"], head["root"]) for one in chain):
            return ["cadena"], None
    compared = None
    if outside is not None:
        compared = compare_head(open_head(outside, keys), closing, chain)
        if compared == "ajena":
            return ["ajena"], None
    return [], (ballot, head, closing, compared)


def chain_of(heads, keys):
    """Las cabezas en su orden, cada una continuación probada de la anterior; None si alguna no lo es."""
    chain = []
    for one in heads:
        head, path = open_head(str(one["cabeza"]), keys), path_of(str(one["camino"]))
        if head is None or path is None:
            return None
        if chain and not extends((chain[-1]["size"], chain[-1]["root"]), (head["size"], head["root"]), path):
            return None
        chain.append(head)
    return chain


def compare_head(outside, closing, chain):
    """Si una cabeza de afuera concuerda; "aparte": es de otro momento y falta con qué compararla."""
    if outside is None:
        return "ajena"
    told = next((one for one in outside["closings"] if one[:3] == closing[:3]), None)
    beside = next((one for one in chain if one["size"] == outside["size"]), None)
    if told is not None and told != closing or beside is not None and beside["root"] != outside["root"]:
        return "ajena"
    return "aparte" if told is None and beside is None else "concuerda"


def check_power(power, proof, key_lines, outside=None, heads=()):
    """Las faltas de la prueba de un poder firmado desde el celular, y lo que muestra: poder, cabeza, y si la ajena concuerda."""
    keys = [read_key(line) for line in key_lines.split()]
    if not keys or None in keys:
        return ["llave"], None
    head = open_head(str(proof.get("cabeza")), keys)
    if head is None:
        return ["firma"], None
    line, path = str(proof.get("acto")), path_of(str(proof.get("camino")))
    act = read_line(line, "scaf/acto/1", 8)
    if act is None or path is None or act[5] != "powerEntered":
        return ["prueba"], None
    if root_by_path(leaf(line), act[2] - 1, head["size"], path) != head["root"]:
        return ["acto"], None
    facts, one = read_json(act[6]), read_json(power.decode("utf-8"))
    if facts.get("sha256") != hashlib.sha256(power).hexdigest() or not says_power(one, facts, act[3]):
        return ["poder"], None
    chain = chain_of(heads, keys) if heads else [head]
    if chain is None or all((one["size"], one["root"]) != (head["size"], head["root"]) for one in chain):
        return ["cadena"], None
    compared = None
    if outside is not None:
        other = open_head(outside, keys)
        beside = None if other is None else next((one for one in chain if one["size"] == other["size"]), None)
        if other is None or beside is not None and beside["root"] != other["root"]:
            return ["ajena"], None
        compared = "aparte" if beside is None else "concuerda"
    return [], (one, head, compared)


def says_power(one, facts, at):
    """Si el poder, su texto y el acto dicen lo mismo, y el código se comprobó a tiempo: diez minutos y cinco veces."""
    sign, orders = one["firma"], [f"{it['punto']}. {it['texto']}: {it['respuesta']}" for it in one["instrucciones"]]
    people = [(one["poderdante"], facts["granter"]), (one["apoderado"], facts["holder"])]
    if "suplente" in one or "substitute" in facts:
        people.append((one["suplente"], facts["substitute"]))
    sent, checked = (instant_of(sign[name]) for name in ("enviado", "comprobado"))
    lines = one["texto"].split("\n")
    return (one["scaf"] == "poder/1" and facts["origin"] == "phone"
            and hashlib.sha256(one["texto"].encode("utf-8")).hexdigest() == one["huella"]
            and all([told["nombre"], told["documento"]] == [kept["name"], kept["document"]] and told["nombre"] in one["texto"]
                    for told, kept in people)
            and one["inmuebles"] == facts["units"] and lines[1].endswith(": " + ", ".join(one["inmuebles"]) + ".")
            and ("\n".join(orders) or None) == facts["instructions"] and all(order in lines for order in orders)
            and sign["direccion"] in lines[-1] and re.fullmatch("[0-9a-f]{64}", sign["codigo"]) is not None
            and checked == at and sent <= checked <= sent + 600000 and 1 <= sign["intentos"] <= 5)


def instant_of(text):
    """Un instante escrito como 2026-03-05T18:10:00.000Z, en milisegundos."""
    moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ") - datetime.datetime(1970, 1, 1)
    return moment // datetime.timedelta(milliseconds=1)


def check_own_pack(files, key_lines="", outside=None):
    """Lo mismo de los archivos de un paquete: prueba.json, llave.txt y, si viene, cabezas.json."""
    try:
        proof = read_json(files["prueba.json"].decode("utf-8"))
        heads = read_json(files.get("cabezas.json", b"[]").decode("utf-8"))
        lines = key_lines or files.get("llave.txt", b"").decode("utf-8")
        if "poder.json" in files:
            return check_power(files["poder.json"], proof, lines, outside, heads)
        return check_own_proof(proof, lines, outside, heads)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError):
        return ["prueba"], None


# --- Expediente ------------------------------------------------------------------------------------------------------
def check_case(files, outside=None):
    """Devuelve las faltas, cada una un par (qué no cuadra, dónde)."""
    try:
        return find_faults(files, outside)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError):
        return [("danado", "")]


FIXED = {"actos.jsonl", "despues.jsonl", "hojas.txt"}
# Van sin atar mientras los papeles están en preparación.
PROGRAMS = {"verificar.html", "verificar.py", "LEAME.txt"}
RECORDS = {"asistencia", "votos", "anulaciones", "censo", "asamblea", "poderes", "intervalos", "cierres", "preguntas", "presencia"}
# En un expediente/5 la asistencia no dice si el inmueble asistió desde casa.
FORMATS = ("expediente/5", "expediente/6")
MANIFEST = ["scaf", "copropiedad", "asamblea", "titulo", "llaves", "cabezas", "cierres", "papeles", "archivos"]


def lines_of(files, name):
    text = files[name].decode("utf-8")
    if text != "" and not text.endswith("\n"):
        raise ValueError(name)
    return text.split("\n")[:-1]


def find_faults(files, outside):
    faults = []
    try:
        text = files["manifiesto.json"].decode("utf-8")
        manifest = read_json(text)
        # Escrito de una sola manera: nada se esconde en espacios, repeticiones ni campos de más.
        whole = as_written(manifest, indent=1) + "\n" == text
        if not whole or list(manifest) != MANIFEST or manifest["scaf"] not in FORMATS:
            raise ValueError("manifiesto")
        listed, keys, heads, assembly = (manifest[name] for name in ("archivos", "llaves", "cabezas", "asamblea"))
        lines = lines_of(files, "actos.jsonl")
    except (KeyError, ValueError, TypeError, RecursionError):
        return [("manifiesto", "")]
    for name in sorted(set(listed) | (set(files) - {"manifiesto.json"})):
        if name not in files or name not in listed or sha(files[name]).hex() != listed[name]:
            faults.append(("archivo", name))

    # Los actos, en su orden: los de otras asambleas van solo por su huella.
    kept, hashes, acts, others = lines_of(files, "hojas.txt"), [], {}, {}
    for number, line in enumerate(lines, 1):
        hidden = read_line(line, "scaf/hoja/2", 4)
        if hidden is not None and hidden[1] == number and hidden[3] != assembly:
            hashes.append(bytes.fromhex(hidden[2]))
            others[number] = hidden[3]
        else:
            hashes.append(leaf(line))
            act = read_act(line, number, assembly)
            if act is None:
                faults.append(("acto", str(number)))
            else:
                acts[number] = act
        if number > len(kept) or kept[number - 1] != hashes[-1].hex():
            faults.append(("acto", str(number)))
    if len(kept) > len(lines):
        faults.append(("ultima", ""))

    known = [key for key in map(read_key, keys) if key is not None]
    opened, used = [], []
    for note in heads:
        head = open_head(note, known)
        if head is None or opened and opened[-1]["size"] >= head["size"]:
            faults.append(("firma", str(len(opened) + 1)))
            continue
        used.extend(line for line in keys if open_head(note, [read_key(line)]) is not None and line not in used)
        opened.append(head)
        if head["size"] > len(hashes) or root_of(hashes[: head["size"]]) != head["root"]:
            faults.append(("cabeza", str(head["size"])))
    if used != keys:
        faults.append(("llave", ""))
    if not opened or opened[-1]["size"] != len(hashes):
        faults.append(("ultima", ""))
    # La última cabeza es la del último acto de la asamblea que alguna firmó: ese acto no va oculto.
    before = opened[-2]["size"] if len(opened) > 1 else 0
    if not any(number > before and act[1].get("assemblyId") == assembly for number, act in acts.items()):
        faults.append(("ultima", ""))
    # Los actos de otras asambleas son los que un acto ató: ninguno de esta va oculto como de otra.
    binding = [(number, facts["others"]) for number, (_, facts, _, _) in acts.items() if "others" in facts]
    bound_to, runs = max(binding, default=(0, []))
    told_others = {number: of for first, last, of in runs for number in range(first, min(last, bound_to) + 1)}
    for number in range(1, bound_to):
        if others.get(number) != told_others.get(number):
            faults.append(("oculto", str(number)))
    # Cada apertura, cierre, fin y acta firmada tiene la cabeza de su instante.
    openings = [number for number, (name, facts, _, _) in acts.items() if name == "assemblyOpened" and "roll" in facts]
    bound_since = min(openings, default=len(lines) + 1)
    for number, (name, facts, at, _) in sorted(acts.items()):
        if name not in HEADED or name == "conceptDeactivated" and "ballots" not in facts:
            continue
        # De antes de que hubiera cabezas: su apertura no ata el censo.
        if name in ("assemblyOpened", "assemblyClosed") and number < bound_since:
            continue
        if not any(head["size"] >= number and head["at"] == instant(at) for head in opened):
            faults.append(("sincabeza", str(number)))

    if outside is not None:
        head = open_head(outside, known)
        if head is None:
            faults.append(("ajena", "firma"))
        elif head["size"] > len(hashes) or root_of(hashes[: head["size"]]) != head["root"]:
            faults.append(("ajena", "historia"))
            # Después de volver a una copia faltan cierres que se anunciaron.
            if any(name == "epochBegan" and instant(at) > head["at"] for name, _, at, _ in acts.values()):
                there = {one for other in opened for one in other["closings"]}
                faults.extend(("perdido", "/".join(map(str, one[:3]))) for one in head["closings"] if one not in there)

    expected, names = [], set(FIXED)
    for number, (name, facts, _, _) in sorted(acts.items()):
        if name != "conceptDeactivated" or "ballots" not in facts:
            continue
        joint, concept = facts["jointId"], facts["conceptId"]
        where, path = f"{joint}/{concept}/{number}", f"votos/{joint}-{concept}-{number}.jsonl"
        names.add(path)
        ballots = lines_of(files, path) if path in files else []
        root = root_of([leaf(line) for line in ballots])
        bound = facts["ballots"]
        signed = any((joint, concept, number, len(ballots), root) == one for head in opened for one in head["closings"])
        if bound.get("size") != len(ballots) or from64(str(bound.get("root"))) != root or not signed:
            faults.append(("votos", where))
        rows = [read_ballot(line) for line in ballots]
        if None in rows:
            faults.append(("votos", where))
            continue
        written = {(row[13], row[5], row[7], row[9], row[10], row[11], row[12], row[14]) for row in rows}
        if len(written) != len(rows) or standing(acts, number, joint, concept) != written:
            faults.append(("actos", where))
        asked = question(acts, number, joint, concept)
        sums, status = result(rows, facts["base"], asked, owners_of(facts, asked))
        if asked.get("votePer") == "owner" and not are_owners(files, acts, number, rows, facts, asked):
            faults.append(("propietarios", where))
        if not is_ground(files, acts, number, facts, asked, rows):
            faults.append(("fundamento", where))
        elected = {}
        if asked.get("seats") is not None and status is None:
            notes = (joint, concept, facts.get("interval"))
            # Lo que se anunció es de los votos; sorteos y renuncias se anotan después.
            at_closing, _ = election(rows, sums, asked, [], [])
            status, given = election(rows, sums, asked, lots_of(acts, *notes), declined_of(acts, *notes))
            elected = {"eleccion": given}
        else:
            at_closing = status
        announced = facts.get("result", {})
        if at_closing is not None and not may_be_told(announced.get("status"), at_closing):
            faults.append(("anunciado", where))
        expected.append({"copropiedad": joint, "pregunta": concept, "acto": number, "texto": asked.get("description", ""),
                         "textos": asked.get("answers", []), "respuestas": sums, "estado": status, **elected})
    for number, (name, facts, _, _) in sorted(acts.items()):
        if name == "conceptActivated" and not is_set_aside(files, acts, number, facts):
            faults.append(("apartados", f"{facts['jointId']}/{facts['conceptId']}/{number}"))
    faults.extend(typed_faults(acts))
    told = {one["acto"]: one for one in manifest["cierres"]}
    for one in expected:
        if told.get(one["acto"]) != one:
            faults.append(("resultado", f"{one['copropiedad']}/{one['pregunta']}/{one['acto']}"))
    if [one["acto"] for one in manifest["cierres"]] != [one["acto"] for one in expected]:
        faults.append(("cierre", ""))

    later = {}
    for line in lines_of(files, "despues.jsonl"):
        act = read_act(line, None, assembly)
        number = read_json(line)[2]
        if act is None or number <= max([len(hashes), *later]) or act[1].get("assemblyId") != assembly:
            faults.append(("acto", str(number)))
        else:
            later[number] = act

    # Los archivos de cada acta firmada que se publicó.
    for name, facts, _, _ in {**acts, **later}.values():
        for one in facts["files"] if name == "signedActaPublished" else []:
            path = f"acta-firmada/{one['fileId']}.{one['mediaType'].split('/')[1]}"
            names.add(path)
            if sha(files.get(path, b"")).hex() != one["sha256"]:
                faults.append(("firmada", path))

    # Las hojas de los poderes, hasta donde caben: en el orden en que se subieron.
    room = MOST_PAGES
    for _, (name, facts, _, _) in sorted({**acts, **later}.items()):
        if name != "powerPageAdded":
            continue
        room -= facts["size"]
        if room < 0:
            break
        path = f"poderes/{facts['powerId']}-{facts['pageId']}.{facts['mediaType'].split('/')[1]}"
        names.add(path)
        if sha(files.get(path, b"")).hex() != facts["sha256"]:
            faults.append(("hoja", path))

    names.update(paper_paths(files, acts, later, manifest["papeles"], faults))
    sealed = [facts for name, facts, _, _ in acts.values() if name == "assemblyOpened" and "roll" in facts]
    if sealed:
        names.add("censo.jsonl")
    names.update(f"registros/{name}.jsonl" for name in RECORDS)
    names.update(f"sellos/{head['size']}.tsr" for head in opened)
    faults.extend(("archivo", name) for name in set(files) - names - {"manifiesto.json"})
    if sealed and sha(files.get("censo.jsonl", b"")).hex() != sealed[-1]["roll"]["sha256"]:
        faults.append(("censo", ""))
    if sealed and sealed[-1].get("jointName", manifest["copropiedad"]) != manifest["copropiedad"]:
        faults.append(("asamblea", "copropiedad"))
    faults.extend(record_faults(files, {**acts, **later}, manifest, bool(sealed)))
    if "cifras.json" in files and manifest["papeles"] in acts:
        faults.extend(figure_faults(files, acts, manifest))
    return sorted(set(faults))


def typed_faults(acts):
    """Los actos que dicen otra cosa que los votos marcados como digitados desde papel: cuántos, y sus sumas."""
    votes = []
    for number, (name, facts, _, _) in sorted(acts.items()):
        if name == "votes" and facts.get("typedFromPaper") is True:
            votes.extend(facts["votes"])
        elif name == "paperTyped":
            sums, counts = {}, {}
            for vote in (vote for vote in votes if vote[0] == facts["jointId"]):
                counts[vote[1]] = counts.get(vote[1], 0) + 1
                for answer in map(int, vote[10].split(",")) if len(vote) > 10 else [vote[3]]:
                    units, weight = sums.get((vote[1], answer), (0, 0))
                    sums[(vote[1], answer)] = (units + 1, weight + vote[4])
            told = [[one["typed"]["apartments"], one["typed"]["coefficient"]] for one in facts["sums"] if one["voteId"] is not None]
            found = [list(sums.get((one["conceptId"], one["voteId"]), (0, 0))) for one in facts["sums"] if one["voteId"] is not None]
            said = {one["conceptId"]: one["votes"] for one in facts["questions"]}
            if not alike(told, found) or not alike(sorted(said.items()), sorted(counts.items())):
                yield "digitado", str(number)
            votes = []
    if votes:
        yield "digitado", ""


# Lo que ocupan las hojas de los poderes que un expediente trae: 100 MB.
MOST_PAGES = 100_000_000
HEADED = {"assemblyOpened", "conceptDeactivated", "assemblyClosed", "epochBegan", "signedActaPublished", "papersMade"}
# Lo que, después de hechos los papeles, pide otros.
RENEWING = {"assemblyClosed", "assemblyChanged", "lotNoted", "acceptanceNoted"}


def paper_paths(files, acts, later, told, faults):
    """Los papeles que ata el último acto que los hizo; None en el manifiesto: están en preparación, y no vienen."""
    made = max((number for number, act in acts.items() if act[0] == "papersMade"), default=None)
    if told is None:
        if made is not None and not any(number > made and act[0] in RENEWING for number, act in {**acts, **later}.items()):
            faults.append(("papeles", ""))
        return PROGRAMS
    if told != made:
        faults.append(("papeles", ""))
        return set()
    papers = acts[made][1]["papers"]
    for path, hash_of, size in papers:
        if sha(files.get(path, b"")).hex() != hash_of or len(files.get(path, b"")) != size:
            faults.append(("papel", path))
    return {path for path, _, _ in papers}


def instant(at):
    """Un instante en milisegundos como lo escribe una cabeza."""
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=at)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def read_act(line, number, assembly):
    """Nombre, hechos, instante y autor de un acto; None si no es el de ese número o es de otra asamblea."""
    act = read_line(line, "scaf/acto/1", 8)
    if act is None or number is not None and act[2] != number:
        return None
    facts = read_json(act[6])
    return (act[5], facts, act[3], act[4]) if facts.get("assemblyId", assembly) == assembly else None


# --- Promesas --------------------------------------------------------------------------------------------------------
PROMISED = ("sal", "asamblea", "copropiedad", "pregunta", "inmueble", "respuesta", "nombres", "coeficiente", "instante", "comprobante")


def check_promise(files, text):
    """Si el expediente cumple la promesa que recibió un teléfono al votar: falta (None si ninguna) y qué se dice."""
    try:
        promise = read_json(text)
        manifest = read_json(files["manifiesto.json"].decode("utf-8"))
        vote = promised_vote(promise, [read_key(line) for line in manifest["llaves"]])
        if vote is None:
            return ("promesafirma", ""), None
        fault, said = promise_fate(files, manifest, vote)
        return (None, said) if fault is None else ((fault, vote["inmueble"]), None)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        return ("promesafirma", ""), None


def promised_vote(promise, keys):
    """El voto de una promesa, si su camino lleva a la raíz que alguna de las llaves firmó."""
    text = next((text for text in (open_note(str(promise["firma"]), key) for key in keys if key) if text is not None), None)
    match = re.fullmatch(r"[^\n]+\npromesa ([0-9]{1,9})\n(\S+)\nmomento voto (\S+)\n", text or "")
    values, path = read_line(str(promise["voto"]), "scaf/promesa/1", 11), path_of(str(promise["camino"]))
    if match is None or values is None or path is None or promise["scaf"] != "promesa/1" or type(promise["lugar"]) is not int:
        return None
    vote = dict(zip(PROMISED, values[1:]))
    root = root_by_path(leaf(promise["voto"]), promise["lugar"], int(match.group(1)), path)
    return vote if root is not None and root == from64(match.group(2)) and instant(vote["instante"]) == match.group(3) else None


def promise_fate(files, manifest, vote):
    """Qué fue de un voto prometido: se contó, se anuló, aún no se cierra, se perdió con una restauración, o falta."""
    own = [vote[name] for name in ("asamblea", "copropiedad", "pregunta", "inmueble")]
    if own[0] != manifest["asamblea"]:
        return "promesaajena", None
    acts = acts_of(files, own[0])
    closings = [number for number, (name, facts, _, _) in acts.items() if name == "conceptDeactivated" and "ballots" in facts
                and [facts["jointId"], facts["conceptId"]] == own[1:3]]
    cast = [number for number, (name, facts, at, _) in acts.items() if name == "votes" and at == vote["instante"] and any(
        one[:4] == [*own[1:], vote["respuesta"]] and one[5] == vote["comprobante"] for one in facts["votes"])]
    if cast and any(vote["comprobante"] in row for row in replay(acts)[2].values()):
        return None, "anulado"
    wanted = [vote["respuesta"], vote["nombres"], vote["instante"], vote["comprobante"]]
    for number in closings:
        path = f"votos/{own[1]}-{own[2]}-{number}.jsonl"
        for row in map(read_ballot, lines_of(files, path)):
            if row is not None and row[2:5] == own[:3] and [row[5], row[7], row[14], row[12], row[13]] == [own[3], *wanted]:
                return None, "contado"
    if cast:
        if not any(number > cast[0] for number in closings):
            return None, "abierto"
    elif any(name == "epochBegan" and at > vote["instante"] for name, _, at, _ in acts.values()):
        return "promesarestaurada", None
    return "promesa", None


def acts_of(files, assembly):
    """Los actos a la vista, también los que ninguna cabeza ha firmado, por su número."""
    lines = [*lines_of(files, "actos.jsonl"), *lines_of(files, "despues.jsonl")]
    return {read_json(line)[2]: act for line in lines for act in [read_act(line, None, assembly)] if act is not None}


KEPT = {
    "contado": "La promesa se cumplió: el voto que su teléfono recibió firmado está entre los que se contaron.",
    "anulado": "El voto de la promesa entró y después se anuló o se apartó: los actos dicen cuándo y por qué. No se contó en el último cierre.",
    "abierto": "El voto de la promesa está en los actos; su votación no se ha cerrado después.",
}


# --- Lo guardado frente a los actos ----------------------------------------------------------------------------------
def replay(acts):
    """Lo que los actos dejan en pie: asistencia, votos, anulaciones, correcciones del censo, poderes, intervalos y datos."""
    here, votes, annulled, corrected, facts_now, times = {}, {}, {}, {}, {}, {"openedAt": None, "closedAt": None}
    powers, intervals, grounds, versions = {}, {}, {}, {}

    def annul(records, key, how, at, reason, by):
        if key not in records:
            return
        record = records.pop(key)
        concept = key[1] if records is votes else 1
        if records is votes:
            tail = [record[3], record[8], record[0], record[1], record[2]]
        else:
            tail = [record[0], record[1], record[2], record[3], record[4]]
        annulled[(key[0], concept, key[-1], how, at)] = [reason, by, *tail]

    for number, (name, facts, at, actor) in sorted(acts.items()):
        reason, joint, concept = facts.get("reason"), facts.get("jointId"), facts.get("conceptId")
        if name == "conceptDeactivated" and "ballots" in facts:
            # Quién estaba representado en el cierre, cada inmueble en su versión del censo.
            for key in here:
                if key[0] == joint:
                    grounds[(joint, concept, number, key[1])] = [versions.get(key, 1)]
        if name.startswith("power"):
            replay_power(powers, name, facts, at, actor)
        elif name.startswith("concept"):
            replay_interval(intervals, name, facts, at, actor)
        facts_now = facts_now if facts.get("assembly") is None else facts["assembly"]
        if name == "registered":
            someone, proxies = facts.get("attendee") or {}, facts.get("proxyFor")
            for one in facts["units"]:
                power = bool(facts.get("byProxy")) and (proxies is None or one[1] in proxies)
                power = one[3] == "proxy" if len(one) > 3 else power
                here[(one[0], one[1])] = [facts["holder"], facts.get("enteredAt", at), someone.get("name"),
                                          someone.get("document"), int(power), *(one[3:4] or [UNTOLD]), *(one[2:3] or [UNTOLD]), *(one[4:5] or [UNTOLD])]
        elif name in ("freed", "takenBack"):
            how = facts.get("how", name)
            for one in facts.get("units", []):
                annul(here, (one[0], one[1]), how, at, reason, actor)
            for one in facts["votes"] if isinstance(facts.get("votes"), list) else []:
                annul(votes, (one[0], one[1], one[2]), how, at, reason, actor)
        elif name == "holdersMoved":
            for move in facts["moves"]:
                for one in move["units"]:
                    if (one[0], one[1]) in here:
                        here[(one[0], one[1])][0] = move["to"]
        elif name in ("attendanceReset", "secondCall"):
            how = "reset" if name == "attendanceReset" else name
            for key in [key for key in here if key[0] in facts["jointIds"]]:
                annul(here, key, how, at, reason, actor)
            if name == "secondCall" and facts_now:
                facts_now = {**facts_now, "call": 2}
        elif name == "votes":
            for vote in facts["votes"]:
                votes[tuple(vote[:3])] = [*vote[3:10], vote[10] if len(vote) > 10 else "", at]
        elif name == "voteAnnulled":
            annul(votes, (joint, concept, facts["apartmentId"]), "reversed", at, reason, actor)
        elif name == "conceptActivated":
            for unit in facts.get("setAside", []):
                annul(votes, (joint, concept, unit), "setAside", at, reason, actor)
        elif name in ("conceptReset", "conceptDeleted"):
            how = "reset" if name == "conceptReset" else "deleted"
            for key in [key for key in votes if key[:2] == (joint, concept)]:
                annul(votes, key, how, at, reason, actor)
        elif name == "rollCorrected":
            for one in facts["roll"]:
                key = (one["jointId"], one["apartmentId"])
                corrected[key] = [one["owner"], one["ownerDocument"], one["kind"], one["coefficient"]]
                versions[key] = versions.get(key, 1) + 1
        elif name == "assemblyOpened":
            times["openedAt"] = facts.get("openedAt", at)
        elif name == "assemblyClosed":
            times["closedAt"] = at
    return here, votes, annulled, corrected, {**facts_now, **times}, powers, intervals, grounds


def replay_power(powers, name, facts, at, actor):
    """Un poder por inmueble: quién lo da y a quién, qué se decidió, y cómo terminó."""
    rows = {key: row for key, row in powers.items() if key[0] == facts.get("powerId")}
    if name == "powerEntered":
        giver, holder = facts["granter"], facts["holder"]
        for unit in facts["units"]:
            powers[(facts["powerId"], unit)] = [giver["name"], giver["document"], holder["name"], holder["document"], facts["origin"],
                                                facts["instructions"], at, actor, "pending", None, None, None, 0, None, None, None, None]
    elif name == "powerAccepted":
        for row in rows.values():
            row[8:11], row[12] = ["accepted", at, actor], 1
    elif name == "powerRejected":
        for row in rows.values():
            row[8:12] = ["rejected", at, actor, facts["reason"]]
    elif name == "powerEnded":
        for key, row in rows.items():
            if key[1] in facts["units"] and row[13] is None:
                row[12:17] = [0, at, actor, facts["how"], facts["reason"]]
        if all(row[13] is not None for row in rows.values()):
            for row in rows.values():
                row[8], row[11] = "revoked", facts["reason"]


def replay_interval(intervals, name, facts, at, actor):
    """Cada vez que una pregunta estuvo abierta: cuándo, por quién y por qué, y cuántos votos llegaron."""
    joint, concept = facts.get("jointId"), facts.get("conceptId")
    if name == "conceptActivated" or name == "conceptCreated" and facts.get("active") == 1:
        number = facts.get("interval", 1) if name == "conceptActivated" else 1
        why = None if number == 1 else facts.get("reason")
        intervals[(joint, concept, number)] = [at, actor, why, None, None, None]
    elif name in ("conceptDeactivated", "conceptDeleted"):
        for key, row in intervals.items():
            if key[:2] == (joint, concept) and row[3] is None:
                row[3:6] = [at, actor, facts.get("votes") if name == "conceptDeactivated" else None]


UNTOLD = object()


def figure_faults(files, acts, manifest):
    """Las cifras del acta que no son las que dan los actos hasta que se hizo."""
    told, until = read_json(files["cifras.json"].decode("utf-8")), manifest["papeles"]
    acts = {number: act for number, act in acts.items() if number < until}
    if told["copropiedad"] != manifest["copropiedad"]:
        yield "cifras", "copropiedad"
    here, made = replay(acts)[0], replay_questions(acts)["preguntas"]
    closed = {(facts["jointId"], facts["conceptId"]): number for number, (name, facts, _, _) in acts.items() if name == "conceptDeactivated"}
    decided = {one["acto"]: one["estado"] for one in manifest["cierres"]}
    seen = set()
    for part in told["partes"]:
        joint = part["copropiedad"]
        if sorted(part["presentes"]) != sorted(key[1] for key in here if key[0] == joint):
            yield "cifras", f"{joint}/presentes"
        for one in [*part["votaciones"], *part["eliminadas"]]:
            key = (joint, one["pregunta"])
            # De una eliminada, lo que anunció su último cierre: sus votos se anularon al eliminarla.
            gone = key in made and made[key][-1] is not None
            if key in seen or key not in closed or key not in made or (one in part["eliminadas"]) != gone:
                yield "cifras", f"{joint}/{key[1]}"
                continue
            seen.add(key)
            row, rows = made[key], standing(acts, closed[key] if gone else until, *key)
            sums = {n: [n, text, 0, 0] for n, text in enumerate(row[13], 1)}
            for vote in rows:
                for n in map(int, vote[7].split(",")) if vote[7] else [vote[2]]:
                    sums[n][2] += 1
                    sums[n][3] += vote[3]
            votes = sorted([vote[1], vote[2], vote[3]] for vote in rows)
            facts = [one["texto"], one["regla"], one["punto"], one["asunto"]]
            fits = alike(facts, [row[0], row[1], row[8], row[6]]) and ("votos" not in one if gone else alike(sorted(one["votos"]), votes))
            # Lo que se anuló después del cierre cambia las sumas y no lo decidido.
            same = rows == standing(acts, closed[key], *key)
            at_closing, said = decided.get(closed[key], one["estado"]), acts[closed[key]][1].get("result", {}).get("status")
            verdict = row[1] == "election" or not same or one["estado"] in (at_closing, said)
            if not fits or not verdict or not alike(sorted(one["respuestas"]), [sums[n] for n in sorted(sums)]):
                yield "cifras", f"{joint}/{key[1]}"
    joints = {part["copropiedad"] for part in told["partes"]}
    for joint, concept in set(closed) & set(made):
        if joint in joints and (joint, concept) not in seen:
            yield "cifras", f"{joint}/{concept}"


def replay_questions(acts):
    """Las preguntas como se hicieron, con aquello sobre lo que su último cierre decidió y si se eliminaron, y quién estaba conectado."""
    made, deleted, bases, there, is_open = {}, {}, {}, {}, set()
    for _, (name, facts, at, actor) in sorted(acts.items()):
        key = (facts.get("jointId"), facts.get("conceptId"))
        counted = facts.get("connected", UNTOLD)
        units = facts.get("connectedUnits", [] if counted == 0 else UNTOLD)
        if name in ASKING:
            made[key] = {**made.get(key, {}), **facts}
        elif name == "conceptDeleted":
            deleted[key] = [at, actor, facts.get("reason")]
            # Abierta, se cierra con ello; cuántos estaban representados no lo cuenta el acto.
            if key in is_open:
                there[(*key, "closed", at)] = [counted, *[UNTOLD] * len(THERE), units]
        if name in ("conceptDeactivated", "conceptDeleted"):
            is_open.discard(key)
        elif name == "conceptActivated" or name == "conceptCreated" and facts.get("active") == 1:
            is_open.add(key)
        if name == "conceptDeactivated":
            base = bases[key] = facts["base"]
            there[(*key, "closed", at)] = [counted, *map(base.get, THERE), units]
        elif name == "conceptActivated" or name == "conceptCreated" and facts.get("active") == 1:
            there[(*key, "opened", at)] = [counted, *[None] * len(THERE), units]
    rows = {key: [*question_row(facts, bases.get(key)), deleted.get(key)] for key, facts in made.items()}
    return {"preguntas": rows, "presencia": there}


THERE = ("apartments", "coefficient", "owners", "total", "call")
FIGURES = ("apartments", "coefficient", "dwellings", "owners", "call", "total", "mode")


def question_row(facts, base):
    limit, each = facts.get("threshold") or {}, facts.get("rule") == "perUnit"
    return [facts["description"], facts["rule"], facts["approvingAnswerId"], facts.get("blankAnswerId", UNTOLD),
            limit.get("millionths"), limit.get("base"), facts.get("matter"), facts.get("clause"), facts.get("agendaItem"),
            int(facts.get("hideResults", False)), facts.get("seats"), facts.get("method"),
            facts.get("names") if facts.get("method") == "quotient" else None, facts["answers"],
            facts.get("votePer", "unit") if each else None, facts.get("perUnitKinds") if each else None,
            None if base is None else [base.get(name) for name in FIGURES]]


def record_faults(files, acts, manifest, sealed):
    """Los registros que no son los que los actos cuentan, por su nombre."""
    def rows(path, width):
        found = {}
        for line in lines_of(files, path):
            row = read_json(line)
            if tuple(row[:width]) in found or as_written(row, separators=(",", ":")) != line:
                raise ValueError(path)
            found[tuple(row[:width])] = row[width:]
        return found

    here, votes, annulled, corrected, facts, powers, intervals, grounds = replay(acts)
    kept = {name: rows(f"registros/{name}.jsonl", width) for name, width in (("asistencia", 2), ("votos", 3), ("anulaciones", 5), ("censo", 2), ("asamblea", 1),
                                                        ("poderes", 2), ("intervalos", 3), ("cierres", 4), ("preguntas", 2), ("presencia", 4))}
    told = {"asistencia": here, "votos": votes, "anulaciones": annulled, "asamblea": {(name,): [value] for name, value in facts.items()},
            "poderes": powers, "intervalos": intervals, "cierres": grounds, **replay_questions(acts)}
    if sealed:
        roll = rows("censo.jsonl", 2)
        told["censo"] = {**roll, **{key: facts for key, facts in corrected.items() if key in roll}}
        # Una apertura cuenta los inmuebles de la copropiedad; los registros, los de la asamblea entera.
        kept["censo"] = {key: row for key, row in kept["censo"].items() if key in roll or key in corrected}
    if manifest["scaf"] == FORMATS[0]:
        told["asistencia"] = {key: row[:-1] for key, row in here.items()}
    if "kind" not in facts:
        kept["asamblea"] = {key: row for key, row in kept["asamblea"].items() if key[0] in facts}
    for name, records in told.items():
        for key in kept[name].keys() | records.keys():
            stored, found = kept[name].get(key), records.get(key)
            if stored is not None and found is not None and len(stored) == len(found):
                found = [one if other is UNTOLD else other for one, other in zip(stored, found)]
            if not alike(stored, found):
                yield NAMES[name], "/".join(map(str, key))
    if facts.get("title") != (manifest["titulo"] or None) and "title" in facts:
        yield "asamblea", "titulo"


NAMES = {"asistencia": "asistencia", "votos": "votado", "anulaciones": "anulacion", "censo": "corregido", "asamblea": "asamblea",
         "poderes": "poder", "intervalos": "intervalo", "cierres": "representado", "preguntas": "pregunta", "presencia": "presencia"}


def alike(a, b):
    """Iguales también en su clase: 1, 1.0 y true son tres cosas distintas. Lo que los actos no cuentan no es igual a nada."""
    return json.dumps(a, default=id) == json.dumps(b, default=str)


# Los actos que cuentan cómo es una pregunta.
ASKING = ("conceptCreated", "candidatesSet", "agendaItemMoved")


def question(acts, until, joint, concept):
    """Cómo se hizo la pregunta."""
    found = {}
    for number, (name, facts, _, _) in sorted(acts.items()):
        if number >= until or [facts.get("jointId"), facts.get("conceptId")] != [joint, concept]:
            continue
        if name in ASKING:
            found = {**found, **facts}
    return found


def standing(acts, until, joint, concept):
    """Los votos que valen en un acto, según los actos anteriores."""
    votes = {}
    for number, (name, facts, at, _) in sorted(acts.items()):
        if number > until:
            break
        if name == "votes":
            for vote in facts["votes"]:
                if vote[:2] == [joint, concept]:
                    names = vote[10] if len(vote) > 10 else ""
                    votes[vote[2]] = (vote[5], vote[2], vote[3], vote[4], vote[8], vote[9], at, names)
        elif name in ("freed", "takenBack"):
            for vote in facts["votes"] if isinstance(facts.get("votes"), list) else []:
                if vote[:2] == [joint, concept]:
                    votes.pop(vote[2], None)
        elif [facts.get("jointId"), facts.get("conceptId")] == [joint, concept]:
            if name == "voteAnnulled":
                votes.pop(facts["apartmentId"], None)
            elif name == "conceptReset":
                votes.clear()
            elif name == "conceptActivated":
                for unit in facts.get("setAside", []):
                    votes.pop(unit, None)
    return set(votes.values())


def owners_of(facts, asked):
    """Donde cada propietario tiene un voto, de quién es cada inmueble que no es el único de su dueño."""
    if asked.get("votePer") != "owner":
        return None
    return {unit: units[0] for units in facts["owners"] for unit in units}


def are_owners(files, acts, number, rows, facts, asked):
    """Si los inmuebles que el cierre da por de un mismo dueño lo son en el censo de cuando votaron."""
    counted = {row[5]: row for row in rows if row[10] in asked.get("perUnitKinds", [])}
    listed = [unit for units in facts["owners"] for unit in units]
    if len(set(listed)) < len(listed) or not set(listed) <= set(counted):
        return False
    if any(len(units) < 2 for units in facts["owners"]):
        return False
    joint, concept = facts["jointId"], facts["conceptId"]
    opened = [n for n, (name, told, _, _) in acts.items() if name == "assemblyOpened" and "roll" in told]
    if not opened:
        return True
    roll = {tuple(row[:2]): row[2:4] for row in map(read_json, lines_of(files, "censo.jsonl"))}
    if persons_at(acts, number, joint) is not None:
        return are_persons(acts, number, facts, counted)
    seen = {}
    for n, (name, told, _, _) in sorted(acts.items()):
        if n > number:
            break
        if name == "rollCorrected":
            for one in told["roll"]:
                if n > max(opened):
                    roll[(one["jointId"], one["apartmentId"])] = [one["owner"], one["ownerDocument"]]
        elif name == "votes":
            for vote in told["votes"]:
                if vote[:2] == [joint, concept]:
                    seen.pop(vote[2], None)
                    if n > max(opened) and (joint, vote[2]) in roll:
                        seen[vote[2]] = roll[(joint, vote[2])]
    groups = owners_of(facts, asked)
    one_of, same_name = {}, {}
    for unit in sorted(counted):
        if unit not in seen:
            continue
        name, document = seen[unit]
        papers = plain_parts(document or "", ascii_upper)
        who, owner = groups.get(unit, unit), "d " + papers if papers else "n " + plain_parts(name, bare)
        # Un grupo es de un solo dueño, y un documento de un solo grupo; un nombre escrito igual, también.
        exact = owner if papers else "n " + name
        if one_of.setdefault(who, owner) != owner:
            return False
        if owner != "n " and same_name.setdefault(exact, who) != who:
            return False
    return True


def is_set_aside(files, acts, number, facts):
    """Si una reapertura apartó los votos de los inmuebles que ya no estaban, que pesan distinto o que son de otro dueño, y ningún otro."""
    opened = [n for n, (name, told, _, _) in acts.items() if name == "assemblyOpened" and "roll" in told]
    if "setAside" not in facts or not opened or number < max(opened):
        return True
    joint, concept = facts["jointId"], facts["conceptId"]
    asked = question(acts, number, joint, concept)
    by_unit = asked.get("rule") == "perUnit"
    by_owner = by_unit and asked.get("votePer") == "owner"
    before = {n: act for n, act in acts.items() if n < number}
    here, votes, _, corrected, *_ = replay(before)
    roll = {tuple(row[:2]): row[2:6] for row in map(read_json, lines_of(files, "censo.jsonl"))}
    roll.update((key, row) for key, row in corrected.items() if key in roll)
    expected, sold = [], set()
    for _, (name, told, _, _) in sorted(before.items()):
        # Con un voto por propietario, el de un inmueble que desde entonces pasó a ser de otra persona.
        if name == "votes":
            sold.difference_update(vote[2] for vote in told["votes"] if vote[:2] == [joint, concept])
        elif name == "rollCorrected":
            sold.update(one["apartmentId"] for one in told["roll"] if one["jointId"] == joint and one.get("otherPerson") is True)
    for key, vote in votes.items():
        if key[:2] == (joint, concept):
            now = roll.get((joint, key[2]))
            changed = now is None or now[3] != vote[1] or by_unit and now[2] != vote[5] or by_owner and key[2] in sold
            if changed or (joint, key[2]) not in here:
                expected.append(key[2])
    return sorted(facts["setAside"]) == sorted(expected)


def persons_at(acts, number, joint):
    """De qué persona es cada inmueble que no es el único de ella, según la apertura y las correcciones; None si no se dijo."""
    opened = [n for n, (name, told, _, _) in acts.items() if name == "assemblyOpened" and "persons" in told and n <= number]
    if not opened or joint not in acts[max(opened)][1]["roll"]["joints"]:
        return None
    persons = {unit: one["units"][0] for one in acts[max(opened)][1]["persons"] if one["jointId"] == joint for unit in one["units"]}
    for n, (name, told, _, _) in sorted(acts.items()):
        if name == "rollCorrected" and max(opened) < n <= number:
            for one in [one for one in told["roll"] if one["jointId"] == joint and "personWith" in one]:
                other = one["personWith"]
                persons[one["apartmentId"]] = (one["apartmentId"], n) if other is None else persons.get(other, other)
    return persons


def are_persons(acts, number, facts, counted):
    """Si los inmuebles de un mismo dueño son los de una misma persona cuando votaron."""
    seen = {}
    for n, (name, told, _, _) in sorted(acts.items()):
        if name == "votes" and n <= number:
            ours = [vote[2] for vote in told["votes"] if vote[:2] == [facts["jointId"], facts["conceptId"]]]
            persons = persons_at(acts, n, facts["jointId"]) if ours else None
            seen.update((unit, (persons or {}).get(unit, unit)) for unit in ours)
    groups = {}
    for unit in counted:
        groups.setdefault(str(seen.get(unit, unit)), set()).add(unit)
    return sorted(map(sorted, facts["owners"])) == sorted(sorted(units) for units in groups.values() if len(units) > 1)


def is_ground(files, acts, number, facts, asked, rows):
    """Si aquello sobre lo que un cierre decidió es lo que los actos y el censo cuentan: quiénes estaban y cuánto pesaban."""
    opened = [n for n, (name, told, _, _) in acts.items() if name == "assemblyOpened" and "roll" in told]
    if not opened or number < max(opened):
        return True
    before = {n: act for n, act in acts.items() if n < number}
    here, _, _, corrected, now, *_ = replay(before)
    joint, base = facts["jointId"], facts["base"]
    entries = {tuple(row[:2]): row[2:6] for row in map(read_json, lines_of(files, "censo.jsonl"))}
    entries.update((key, row) for key, row in corrected.items() if key in entries)
    roll = {key[1]: row for key, row in entries.items() if key[0] == joint}
    there = {key[1]: roll[key[1]] for key in here if key[0] == joint and key[1] in roll}
    if len(there) < len([key for key in here if key[0] == joint]):
        return False
    # Desde que las reaperturas apartan votos, cada voto contado es de un inmueble representado y pesa lo que él.
    opening = [told for name, told, _, _ in before.values() if name == "conceptActivated"
               and (told["jointId"], told["conceptId"], told.get("interval", 1)) == (joint, facts["conceptId"], facts.get("interval", 1))]
    if all("setAside" in told for told in opening if told.get("interval", 1) > 1):
        if any(row[5] not in there or there[row[5]][3] != row[9] for row in rows):
            return False
    told = {"apartments": len(there), "coefficient": sum(row[3] for row in there.values()),
            "total": sum(row[3] for row in roll.values()), "call": now.get("call", base["call"]), "mode": now.get("mode", base["mode"])}
    # Las mayorías del salón que dejan aparte votos desde casa se cierran como en una asamblea mixta.
    if told["mode"] == "inPerson" and base["mode"] == "mixed" and asked.get("rule") in ("qualified", "unanimous") and any(row[11] for row in rows):
        told["mode"] = "mixed"
    kinds = asked.get("perUnitKinds")
    counted = {unit: row for unit, row in there.items() if kinds is not None and row[2] in kinds}
    if kinds is not None and asked.get("votePer") != "owner":
        told["dwellings"] = len(counted)
    if any(not alike(base[name], value) for name, value in told.items()):
        return False
    persons = persons_at(before, number, joint)
    if persons is not None:
        many = [len({str(persons.get(unit, unit)) for unit in units}) for units in (there, counted)]
        return many[0] == base["owners"] and (asked.get("votePer") != "owner" or many[1] == base["dwellings"])
    return are_as_many(there, base["owners"]) and (asked.get("votePer") != "owner" or are_as_many(counted, base["dwellings"]))


def are_as_many(units, many):
    """Si unos inmuebles pueden ser de tantos dueños: al menos los que ni sin signos son iguales, a lo más los distintos."""
    least, most = set(), set()
    for unit, (name, document, _, _) in units.items():
        papers, letters = plain_parts(document or "", ascii_upper), plain_parts(name, bare)
        blank = not any(re.sub(BLANK, "", part) for part in re.split(BLANK + "/" + BLANK, name))
        least.add("d " + papers if papers else "u " + unit if blank else "n " + letters)
        most.add("d " + papers if papers else "n " + name if letters else "u " + unit)
    return len(least) <= many <= len(most)


BLANK = "[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"


def plain_parts(text, spelled):
    """Nombres o documentos como se comparan: sin signos ni orden."""
    parts = [re.sub("[^0-9A-Z]", "", spelled(part)) for part in re.split(BLANK + "/" + BLANK, text)]
    return "+".join(sorted(part for part in parts if part))


def bare(name):
    """Un nombre en mayúsculas y sin tildes."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).upper())


def ascii_upper(document):
    return re.sub("[a-z]", lambda sign: sign.group().upper(), document)


def result(rows, base, asked, owners=None):
    """Lo que reunió cada respuesta (número, inmuebles, coeficiente) y cómo queda la pregunta; null: regla no conocida."""
    answers = {n: [0, 0, 0, 0] for n in range(1, len(asked.get("answers", [])) + 1)}
    for row in rows:
        for name in map(int, row[14].split(",")) if row[14] else [row[7]]:
            sums = answers.setdefault(name, [0, 0, 0, 0])
            sums[0] += 1
            sums[1] += row[9]
            sums[2] += row[10] in asked.get("perUnitKinds", [])
            sums[3] += 0 if row[11] else row[9]
    if owners is not None:
        # Un voto por dueño, que cuenta si todas sus papeletas dicen lo mismo.
        said = {}
        for row in rows:
            if row[10] in asked.get("perUnitKinds", []):
                said.setdefault(owners.get(row[5], row[5]), set()).add(row[7])
        for n, sums in answers.items():
            sums[2] = sum(votes == {n} for votes in said.values())
    told = [[n, sums[0], sums[1]] for n, sums in sorted(answers.items())]
    many = base["owners"] >= 2
    if not (many and (base["call"] == 2 or 2 * base["coefficient"] > base["total"])):
        return told, "noQuorum"
    if not rows:
        return told, "noVotes"
    if asked.get("seats") is not None:
        return told, None
    rule = RULES.get(asked.get("rule"))
    passes = None if rule is None else rule(answers, base, asked)
    status = {True: "approved", False: "rejected"}.get(passes, passes)
    is_indicative = status is not None and base["mode"] == "virtual" and asked.get("matter") in OF_A_ROOM
    return told, "indicative" if is_indicative else status


# Materias que una asamblea virtual no decide (art. 46, parágrafo, y extinción): allí su votación es indicativa.
OF_A_ROOM = {"commonUse", "largeExtraordinaryFee", "optionalExpenses", "exclusiveUse", "bylaws", "disaffection",
             "reconstruction", "destination", "acquisition", "dissolution", "extinction"}


def may_be_told(announced, status):
    """Si un cierre pudo anunciar eso; antes de que hubiera votaciones indicativas, la regla de la pregunta."""
    return announced in (status, None) or status == "indicative" and announced in ("approved", "rejected", "elected", "tied")


def approving(answers, asked):
    return answers.get(asked.get("approvingAnswerId"), [0, 0, 0, 0])


def of_roll(answers, base, asked):
    """Lo que cuenta donde se mide sobre todo el censo: en una asamblea mixta, lo votado en el salón (art. 46)."""
    _, weight, _, in_room = approving(answers, asked)
    return in_room if base["mode"] == "mixed" else weight


def threshold(answers, base, asked):
    told = asked.get("threshold")
    if told is None:
        return False
    whole = base["total"] if told["base"] == "roll" else base["coefficient"]
    return 1_000_000 * approving(answers, asked)[1] > told["millionths"] * whole


def one_seat(answers, base, asked):
    if not base.get("isBlankApart"):
        return None
    candidates = [sums[1] for n, sums in answers.items() if n != asked.get("blankAnswerId")]
    most = max(candidates, default=0)
    leaders = candidates.count(most) if most > 0 else 0
    return "elected" if leaders == 1 else "tied" if leaders > 1 else "rejected"


# Cada regla dice si se aprueba, o cómo queda.
RULES = {
    "simple": lambda answers, base, asked: 2 * approving(answers, asked)[1] > base["coefficient"],
    "perUnit": lambda answers, base, asked: 2 * approving(answers, asked)[2] > base["dwellings"],
    "qualified": lambda answers, base, asked: base["total"] > 0 and 10 * of_roll(answers, base, asked) >= 7 * base["total"],
    "unanimous": lambda answers, base, asked: base["total"] > 0 and of_roll(answers, base, asked) == base["total"],
    "threshold": threshold,
    "election": one_seat,
}


def lots_of(acts, joint, concept, interval):
    """Los sorteos que se anotaron después de un cierre, cada uno en el orden en que salió."""
    return [
        facts["order"]
        for _, (name, facts, _, _) in sorted(acts.items())
        if name == "lotNoted" and [facts["jointId"], facts["conceptId"], facts["interval"]] == [joint, concept, interval]
    ]


def declined_of(acts, joint, concept, interval):
    """Quiénes no aceptaron después de un cierre, en el orden en que se anotó: de cada quien vale lo último."""
    said = {}
    for _, (name, facts, _, _) in sorted(acts.items()):
        if name == "acceptanceNoted" and [facts["jointId"], facts["conceptId"], facts["interval"]] == [joint, concept, interval]:
            said.pop((facts["answerId"], facts["place"]), None)
            said[(facts["answerId"], facts["place"])] = facts["acceptance"]
    return [person for person, word in said.items() if word == "declined"]


def election(rows, sums, asked, lots, declined):
    """Quién tiene cada puesto: por nombres los más votados; por planchas el cuociente del art. 197 del C. de Co."""
    seats, valid = asked["seats"], sum(row[9] for row in rows)
    votes = {number: weight for number, _, weight in sums if number != asked.get("blankAnswerId")}
    names = asked.get("names")
    most = {number: len(names[number - 1]) if names else 1 for number in votes}
    won, tied, waiting = [], [], []

    def draw(group):
        lot = next((one for one in lots if set(group) <= set(one)), None)
        return None if lot is None else [number for number in lot if number in group]

    order = sorted(votes, key=lambda number: (-votes[number], number))
    if names:
        quotient = Fraction(valid, seats)
        rest = {number: votes[number] % quotient for number in order}
        for number in order:
            won += [number] * min(votes[number] // quotient, most[number])
        order = [number for number in order if rest[number] > 0 and won.count(number) < most[number]]
        measure = rest
    else:
        order = [number for number in order if votes[number] > 0]
        measure = votes
    for figure in sorted({measure[number] for number in order}, reverse=True):
        group = [number for number in order if measure[number] == figure]
        free = seats - len(won) - sum(tie[1] for tie in tied)
        if names and free == 0:
            break
        given = min(free, len(group))
        chosen = group if given == len(group) or len(group) == 1 else draw(group)
        if chosen is None:
            tied.append([sorted(group), given, len(group) - given])
            waiting.append(tied[-1])
        else:
            won += chosen[:given]
            waiting += [(number, 1) for number in chosen[given:]]
    status = "tied" if any(tie[1] > 0 for tie in tied) else "elected" if won else "rejected"
    holders = [(number, won[:i].count(number) + 1) for i, number in enumerate(won)]
    if names:
        following = {n: [(n, place) for place in range(won.count(n) + 1, most[n] + 1)] for n in votes}
    else:
        following = {number: waiting for number in votes}
    replace_declined(holders, following, declined)
    elected = [[i + 1, *holder] for i, holder in enumerate(holders) if holder is not None]
    lots_missing = [[group, free] for group, free, _ in tied if free > 0]
    empty = seats - len(elected) - sum(free for _, free in lots_missing)
    return status, {"validos": valid, "elegidos": elected, "empates": lots_missing, "vacantes": empty}


def replace_declined(holders, following, declined):
    """A quien no acepta lo reemplaza, en su puesto y solo en él, el suplente que sigue; sin suplente queda vacío."""
    out = set()
    for person in declined:
        out.add(person)
        if person not in holders:
            continue
        seat, queue = holders.index(person), following[person[0]]
        holders[seat] = None
        while queue and holders[seat] is None:
            first = queue[0]
            if isinstance(first, list) and first[2] > 0:
                # Falta el sorteo que dice quién sigue.
                first[1:] = [first[1] + 1, first[2] - 1]
                break
            queue.pop(0)
            if not isinstance(first, list) and first not in out:
                holders[seat] = first


# --- Sellos de tiempo (RFC 3161) ---------------------------------------------------------------------------------------
SHA256 = bytes.fromhex("608648016503040201")


def der(data):
    """Los elementos DER que están uno tras otro: etiqueta, contenido y todos sus bytes."""
    found, at = [], 0
    while at < len(data):
        tag, length, start = data[at], data[at + 1], at + 2
        if length > 127:
            many = length - 128
            if not 1 <= many <= 3:
                raise ValueError("DER")
            length = int.from_bytes(data[start : start + many], "big")
            start += many
        if start + length > len(data):
            raise ValueError("DER")
        found.append((tag, data[start : start + length], data[at : start + length]))
        at = start + length
    return found


def read_stamp(answer):
    """La huella que un sello dice, su instante, los certificados que trae y el nombre de quien lo firma."""
    status, token = der(der(answer)[0][1])
    if der(status[1])[0][1] not in (b"\0", b"\1"):
        raise ValueError("no concedido")
    signed = der(der(der(token[1])[1][1])[0][1])
    info = der(der(der(der(signed[2][1])[1][1])[0][1])[0][1])
    algorithm, imprint = der(info[2][1])
    if der(algorithm[1])[0][1] != SHA256:
        raise ValueError("huella")
    at = datetime.datetime.strptime(info[4][1][:14].decode("ascii"), "%Y%m%d%H%M%S")
    certificates = der(next(field[1] for field in signed if field[0] == 0xA0))
    issuer, serial = der(der(der(signed[-1][1])[0][1])[1][1])
    for certificate in certificates:
        fields = der(der(certificate[1])[0][1])
        fields = fields[1:] if fields[0][0] == 0xA0 else fields
        if (fields[0][2], fields[2][2]) == (serial[2], issuer[2]):
            return imprint[1], at, [one[2] for one in certificates], name_of(fields[4][1])
    raise ValueError("certificado")


def name_of(name):
    """Cómo se llama el dueño de un certificado: su nombre común, o el de su organización."""
    parts = [der(one[1]) for group in der(name) for one in der(group[1])]
    told = {part[0][1]: part[1][1].decode("utf-8", "replace") for part in parts}
    return told.get(b"\x55\x04\x03") or told.get(b"\x55\x04\x0a") or "sin nombre"


def openssl_of():
    """El programa openssl; None si falta, o si es uno que no sabe comprobar sellos así."""
    program = shutil.which("openssl")
    if program is None:
        return None
    version = subprocess.run([program, "version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return program if re.match(rb"OpenSSL (1\.1\.1|[3-9])", version) else None


def check_stamps(files, trusted=None):
    """Las faltas de los sellos; de los buenos la cabeza, el instante y quién firmó; y cuántos no se pudieron revisar."""
    try:
        notes = [str(note) for note in read_json(files["manifiesto.json"].decode("utf-8"))["cabezas"]]
    except (KeyError, TypeError, ValueError, RecursionError):
        return [], [], 0
    faults, good, unchecked, program = [], [], 0, openssl_of()
    for note in notes:
        head = read_head(note[: note.rfind("\n\n") + 1])
        answer = None if head is None else files.get(f"sellos/{head['size']}.tsr")
        if answer is None:
            continue
        where = str(head["size"])
        try:
            imprint, at, certificates, who = read_stamp(answer)
        except (ValueError, IndexError, StopIteration, OverflowError):
            faults.append(("sello", where))
            continue
        if imprint != sha(note.encode("utf-8")):
            faults.append(("sello", where))
        elif program is None:
            unchecked += 1
        elif not is_stamped(program, answer, imprint, at, certificates):
            faults.append(("sello", where))
        elif trusted is not None and not is_stamped(program, answer, imprint, at, certificates, trusted):
            faults.append(("autoridad", where))
        else:
            good.append((where, at, who))
    return faults, good, unchecked


def is_stamped(program, answer, imprint, at, certificates, trusted=None):
    """Si openssl da por bueno un sello: con los certificados que trae, o con los de una autoridad en que se confía."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("sello.tsr", "trae.pem")]
        with open(paths[0], "wb") as file:
            file.write(answer)
        with open(paths[1], "w", encoding="ascii") as file:
            for certificate in certificates:
                file.write(f"-----BEGIN CERTIFICATE-----\n{base64.encodebytes(certificate).decode()}-----END CERTIFICATE-----\n")
        ways = ["-CAfile", paths[1], "-partial_chain"] if trusted is None else ["-CAfile", trusted, "-untrusted", paths[1]]
        # Como regía el certificado en el instante del sello: en diez años habrá vencido.
        moment = str(int((at - datetime.datetime(1970, 1, 1)).total_seconds()))
        command = [program, "ts", "-verify", "-digest", imprint.hex(), "-in", paths[0], "-attime", moment, *ways]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return run.returncode == 0


# --- Palabras --------------------------------------------------------------------------------------------------------
WORDS = {
    "manifiesto": "El expediente no tiene un manifiesto que se pueda leer.",
    "danado": "El expediente está dañado: no se puede leer entero.",
    "archivo": "El archivo {} no es el que el manifiesto nombra, falta, o no lo ata ningún acto firmado.",
    "acto": "El acto {} está dañado o fuera de su orden.",
    "firma": "La firma de la cabeza {} no es de las llaves que trae.",
    "cabeza": "Los actos no son los que firmó la cabeza de {} actos: alguno se cambió, se quitó o se agregó.",
    "ultima": "Hay actos que ninguna cabeza firmó, o falta la última cabeza.",
    "ajena": "La cabeza que usted trae no concuerda con este expediente ({}): muestra otra historia.",
    "oculto": "El acto {} va oculto como de otra asamblea y no lo es, o está a la vista y es de otra.",
    "papeles": "Los papeles del expediente no son los últimos que se hicieron, o faltan.",
    "cifras": "Las cifras del acta ({}: copropiedad/pregunta) no son las que dan los actos: su texto, sus votos, sus sumas, quién asistió"
              " o qué se decidió.",
    "papel": "El papel {} no es el que se hizo al terminar la asamblea, o falta.",
    "censo": "El censo no es el de la apertura.",
    "cierre": "Los cierres del manifiesto no son los de los actos.",
    "votos": "Los votos del cierre {} (copropiedad/pregunta/acto) no son los que se firmaron.",
    "actos": "Los votos del cierre {} no son los que la bitácora cuenta.",
    "resultado": "El resultado del cierre {} no es el que suman sus votos, o falta.",
    "anunciado": "El resultado que se anunció en el cierre {} no es el que suman sus votos.",
    "propietarios": "Los propietarios con varios inmuebles del cierre {} no son los del censo.",
    "sincabeza": "El acto {} abre, cierra, termina o publica algo y ninguna cabeza lo firmó en su instante.",
    "asistencia": "El registro de asistencia del inmueble {} (copropiedad/inmueble) no es el que cuentan los actos: quién"
                  " vino, con qué poder o desde cuándo.",
    "votado": "El voto guardado {} (copropiedad/pregunta/inmueble) no es el que cuentan los actos.",
    "anulacion": "La anulación {} (copropiedad/pregunta/inmueble/acto/instante) no es la que cuentan los actos.",
    "corregido": "El inmueble {} (copropiedad/inmueble) no está hoy en el censo como se abrió y se corrigió.",
    "fundamento": "Aquello sobre lo que el cierre {} decidió no es lo que cuentan los actos y el censo: cuántos inmuebles, coeficiente"
                  " y propietarios estaban representados, el total, la convocatoria o la modalidad.",
    "apartados": "La reapertura {} (copropiedad/pregunta/acto) no apartó los votos de los inmuebles que ya no estaban representados"
                 ", pesaban distinto o, con un voto por propietario, cambiaron de dueño, o apartó otros.",
    "representado": "Quién estaba representado en un cierre ({}: copropiedad/pregunta/acto/inmueble) no es lo que cuentan los actos.",
    "hoja": "La hoja de un poder {} no es la que se subió, o falta.",
    "poder": "El poder {} (número/inmueble) no es el que cuentan los actos: quién lo da, a quién, o qué fue de él.",
    "intervalo": "El intervalo {} (copropiedad/pregunta/número) no es el que cuentan los actos: cuándo se abrió o se cerró, o por qué.",
    "pregunta": "La pregunta guardada {} (copropiedad/pregunta) no es la que cuentan los actos: su texto, su regla, sus respuestas, su"
                " materia, su punto, aquello sobre lo que decidió, o si se eliminó.",
    "presencia": "Quién estaba conectado o representado ({}: copropiedad/pregunta/momento/instante) no es lo que cuentan los actos.",
    "asamblea": "El dato «{}» de la asamblea no es el que cuentan los actos.",
    "firmada": "El archivo {} no es el del acta firmada que se publicó, o falta.",
    "sello": "El sello de tiempo de la cabeza de {} actos no es de esa cabeza, o no lo firmó el certificado que trae.",
    "autoridad": "El sello de tiempo de la cabeza de {} actos no es de la autoridad en que usted confía.",
    "digitado": "El acto {} dice otra cosa que los votos marcados como digitados desde papel, o falta.",
    "perdido": "El cierre {} (copropiedad/pregunta/acto), que se anunció, ya no está: el sistema volvió a una copia de seguridad anterior.",
    "promesa": "El voto que el sistema prometió a un teléfono (inmueble {}) no está entre los que se contaron, ni se anuló: se cambió o se quitó.",
    "promesafirma": "La promesa no se puede leer, o no la firmó ninguna de las llaves del expediente.",
    "promesaajena": "La promesa es de otra asamblea (inmueble {}).",
    "promesarestaurada": "El voto que el sistema prometió a un teléfono (inmueble {}) se perdió: el sistema volvió a una copia de seguridad"
                         " anterior a ese voto.",
    "llave": "La llave no se puede leer.",
    "prueba": "La prueba está dañada.",
    "voto": "El voto no está entre los que se contaron en ese cierre.",
    "acto": "El acto del poder no está entre los que firma la cabeza.",
    "poder": "El poder no es el que se firmó: el texto, las instrucciones, los inmuebles, las personas o la firma no concuerdan con el acto.",
    "cadena": "Las cabezas del paquete no son continuación una de otra.",
}


ALL_FITS = "TODO CUADRA: actos, votos, resultados y firmas concuerdan entre sí."
UNCHECKED = ("CUADRA, SALVO LOS SELLOS DE TIEMPO, QUE NO SE REVISARON ({}): hace falta el programa openssl, 1.1.1 o posterior."
             " Actos, votos, resultados y firmas concuerdan entre sí.")
STAMPED = "Sello de tiempo: la cabeza de {} actos ya existía el {:%Y-%m-%d a las %H:%M:%S} UTC, según «{}»."
WHO = {
    True: "Responde por esa hora la autoridad que firmó, que es de las que usted trae.",
    False: "Responde por esa hora quien firmó el sello, con el certificado que él mismo trae. Si es una autoridad que merece"
           " confianza no lo dice este programa: compare con los certificados que ella publica (--autoridad).",
}


def stamp_words(good, unchecked, is_trusted):
    """Qué se dice de un expediente que cuadra, según sus sellos."""
    first = UNCHECKED.format(unchecked) if unchecked else ALL_FITS
    return [first, *(STAMPED.format(*one) for one in good), *([WHO[is_trusted]] if good else [])]


SHOWN = {
    "concuerda": "Concuerda con la cabeza que usted trae.",
    "aparte": "La cabeza que usted trae es de otro momento: con esta prueba sola no se puede comparar, con el expediente sí.",
    None: "Para saber que es la historia anunciada, compare con una cabeza que alguien guardó aquella noche (--cabeza).",
}


# --- Qué asamblea es, y qué no se revisó -------------------------------------------------------------------------------
STATUS = {"approved": "Aprobada", "rejected": "No aprobada", "noQuorum": "Sin quórum", "noVotes": "Sin votos",
          "indicative": "Votación indicativa: no puede decidirse aquí (art. 46)", "elected": "Elección decidida", "tied": "Empate", None: "Sin un resultado que este programa sepa calcular"}


def in_colombia(at):
    """Un instante en milisegundos como lo dice un reloj de Colombia."""
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=at, hours=-5)).strftime("%Y-%m-%d %H:%M:%S")


def weight_words(weight):
    return f"{weight // 10**9},{weight % 10**9:09d}"


def about(files):
    """La copropiedad, el día, las preguntas y lo que decidió cada cierre; y si el sistema volvió a una copia."""
    manifest = read_json(files["manifiesto.json"].decode("utf-8"))
    acts = acts_of(files, manifest["asamblea"])
    opened = max((number for number, act in acts.items() if act[0] == "assemblyOpened"), default=0)
    title, day = manifest["titulo"] or "asamblea", acts[opened][1].get("openedAt", acts[opened][2]) if opened else None
    roll = len(lines_of(files, "censo.jsonl")) if "censo.jsonl" in files else 0
    said = [f"{manifest['copropiedad']}: {title}" + (f", {in_colombia(day)[:10]}" if day else "") + f". Inmuebles en el censo: {roll}."]
    for one in manifest["cierres"]:
        when = in_colombia(acts[one["acto"]][2])
        sums = "; ".join(f"«{one['textos'][n - 1]}» {units} inmuebles, {weight_words(weight)}" for n, units, weight in one["respuestas"])
        said.append(f"Votación {one['pregunta'] - 1}, cierre de {when}: «{one['texto']}». {STATUS.get(one['estado'], one['estado'])}. {sums}.")
    told = {(one["copropiedad"], one["pregunta"]) for one in manifest["cierres"]}
    for number, (name, facts, at, actor) in sorted(acts.items()):
        if name == "conceptDeleted" and (facts["jointId"], facts["conceptId"]) in told:
            why = facts.get("reason") or "sin motivo anotado"
            said.append(f"Votación {facts['conceptId'] - 1}: se eliminó el {in_colombia(at)}, por {actor}. Motivo: {why}.")
        if name == "paperTyped":
            questions = ", ".join(str(one["conceptId"] - 1) for one in facts["questions"]) or "ninguna"
            sums = "las sumas del papel coinciden" if facts["differences"] == 0 else f"sumas del papel que no coinciden: {facts['differences']}"
            said.append(f"PAPEL: el {in_colombia(at)} se digitó una asamblea llevada en papel: {facts['units']} inmuebles de la lista; votaciones: {questions};"
                        f" {sums}. Sus horas de apertura y cierre son las de la digitación.")
        if name == "epochBegan" and facts.get("copiedAt") is not None and number > opened:
            said.append(f"RESTAURACIÓN: a las {in_colombia(at)} el sistema volvió a una copia de seguridad; lo que se anunció entre la copia"
                        f" ({facts['copiedAt']}) y esa hora ya no está. Quien guardó una cabeza de entonces puede mostrarlo.")
    return said


def not_checked(files):
    """En una línea, lo que este programa no revisó."""
    manifest = read_json(files["manifiesto.json"].decode("utf-8"))
    acts = acts_of(files, manifest["asamblea"])
    left = ["el acta y los anexos, que están en preparación y no vienen" if manifest["papeles"] is None
            else "las palabras de los PDF y del Word (sí que son los que se hicieron al terminar)",
            "lo que dicen por dentro las hojas de los poderes y el acta firmada",
            "los nombres de los usuarios que hicieron cada acto y el del revisor fiscal"]
    if manifest["scaf"] == FORMATS[0]:
        left.append("si cada inmueble asistió desde casa o en el salón")
    if any(row[-1] is UNTOLD for row in replay_questions(acts)["presencia"].values()):
        left.append("cuáles inmuebles estaban conectados (sí cuántos)")
    if not any("others" in act[1] for act in acts.values()):
        left.append("que los actos ocultos sean de otras asambleas")
    if files["despues.jsonl"]:
        left.append("los actos posteriores a la última cabeza")
    return "Este programa no revisó: " + "; ".join(left) + "."


def what_it_is(data):
    """Qué parece un archivo que no es ni expediente ni prueba."""
    kinds = ((b"%PDF", "un PDF"), (b"\x89PNG", "una imagen"), (b"\xff\xd8", "una imagen"), (b"PK", "un .zip dañado"))
    return next((kind for start, kind in kinds if data.startswith(start)), None)


def files_of(path):
    """Los archivos de un .zip, por su nombre; una prueba suelta es un paquete de un archivo."""
    if not zipfile.is_zipfile(path):
        with open(path, "rb") as file:
            return {"prueba.json": file.read()}
    with open(path, "rb") as file:
        data = file.read()
    # El índice va al final y ahí termina el archivo: no hay otro índice que otro programa leería.
    if len(data) < 22 or data[-22:-18] != b"PK\5\6" or data[-2:] != b"\0\0":
        raise ValueError("índice")
    size, start = (int.from_bytes(data[at : at + 4], "little") for at in (len(data) - 10, len(data) - 6))
    if start + size != len(data) - 22:
        raise ValueError("índice")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if len(set(names)) < len(names) or sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
            raise ValueError("doble o enorme")
        # Las carpetas que agrega quien empaca de nuevo no son archivos: van vacías.
        if any(info.file_size > 0 for info in archive.infolist() if info.filename.endswith("/")):
            raise ValueError("carpeta")
        files = {info.filename: archive.read(info) for info in archive.infolist() if not info.filename.endswith("/")}
        if any(len(files.get(info.filename, b"")) != info.file_size for info in archive.infolist()):
            raise ValueError("otro tamaño")
        return unfolded(files)


def unfolded(files):
    """Los archivos sin la carpeta en que quien empacó de nuevo los metió todos."""
    first = next(iter(files), "").split("/")[0] + "/"
    if {"manifiesto.json", "prueba.json"} & set(files) or not all(name.startswith(first) for name in files):
        return files
    return {name[len(first):]: data for name, data in files.items()}


# Lo que un expediente puede ocupar desempacado: el de mil votos, con su acta firmada, no llega a la décima parte.
MOST_BYTES = 1 << 29


def shown_safely(line):
    """Sin los signos que moverían el cursor o cambiarían el sentido de lo escrito."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


def main(args):
    options = {args[i]: args[i + 1] for i in range(1, len(args) - 1) if args[i] in ("--cabeza", "--llave", "--autoridad", "--promesa")}
    if not args or args[0].startswith("--"):
        print(__doc__)
        return 2
    outside = None
    if "--cabeza" in options:
        with open(options["--cabeza"], encoding="utf-8") as file:
            outside = file.read().strip() + "\n"
    shown, unchecked = [], 0
    try:
        files = files_of(args[0])
        kind = what_it_is(files["prueba.json"]) if set(files) == {"prueba.json"} else None
        if kind is not None:
            print(f"No es un expediente ni una prueba: es {kind}.")
            return 1
    except (ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):
        faults = [("danado", "")]
    else:
        if "manifiesto.json" in files:
            faults = check_case(files, outside)
            wrong, good, unchecked = check_stamps(files, options.get("--autoridad"))
            broken, said = None, None
            if "--promesa" in options:
                with open(options["--promesa"], encoding="utf-8") as file:
                    broken, said = check_promise(files, file.read())
            faults = sorted({*faults, *wrong, *([broken] if broken else [])})
            words = stamp_words(good, unchecked, "--autoridad" in options)
            shown = [] if faults else [words[0], *about(files), *words[1:], SHOWN[None if outside is None else "concuerda"],
                                       *([KEPT[said]] if said else []), not_checked(files)]
        else:
            names, proven = check_own_pack(files, options.get("--llave", ""), outside)
            faults = [(name, "") for name in names]
            if proven is not None and "poder.json" in files:
                power, head, compared = proven
                sign = power["firma"]
                instead = f" y, si no llega, a {power['suplente']['nombre']}" if "suplente" in power else ""
                shown = [f"EL PODER SE FIRMÓ: {power['poderdante']['nombre']} lo dio a {power['apoderado']['nombre']}{instead} por {', '.join(power['inmuebles'])}.",
                         *power["texto"].split("\n"),
                         f"Código enviado a {sign['direccion']} el {sign['enviado']} y comprobado el {sign['comprobado']}. Cabeza de {head['size']} actos.",
                         SHOWN[compared]]
            elif proven is not None:
                ballot, head, closing, compared = proven
                weight = f"{ballot[9] // 10**9},{ballot[9] % 10**9:09d}"
                shown = [f"EL VOTO SE CONTÓ: inmueble {ballot[5]}, respuesta «{ballot[8]}», coeficiente {weight}.",
                         f"Entre {closing[3]} votos, en el cierre firmado el {head['at']}. Comprobante {ballot[13]}.",
                         SHOWN[compared]]
    if "--json" in args:
        print(json.dumps(faults))
    else:
        lines = ["NO CUADRA: " + WORDS[what].format(where) for what, where in faults] or shown
        print("\n".join(map(shown_safely, lines)))
    # 3: cuadra lo que se revisó, y falta algo por revisar.
    return 1 if faults else 3 if unchecked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
