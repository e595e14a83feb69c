<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>AnalysisFacts</name>
    <message>
        <source>Frequencies</source>
        <translation>Frequenzen</translation>
    </message>
    <message>
        <source>up to multiples of %1 rad/s</source>
        <translation>bis auf Vielfache von %1 rad/s</translation>
    </message>
    <message>
        <source>Dashed</source>
        <translation>Gestrichelt</translation>
    </message>
    <message>
        <source>a continuous sine, through samplers and holds</source>
        <translation>ein stetiger Sinus, durch Abtaster und Halteglieder</translation>
    </message>
    <message>
        <source>Dotted</source>
        <translation>Gepunktet</translation>
    </message>
    <message>
        <source>the hold alone; in the bands, what a sine there is taken for</source>
        <translation>das Halteglied allein; in den Bändern, wofür ein Sinus dort gehalten wird</translation>
    </message>
    <message>
        <source>with dead time approximated</source>
        <translation>mit genäherter Totzeit</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>%1 at %2 rad/s</source>
        <translation>%1 bei %2 rad/s</translation>
    </message>
    <message>
        <source>Closed loop</source>
        <translation>Geschlossener Kreis</translation>
    </message>
    <message>
        <source>stable</source>
        <translation>stabil</translation>
    </message>
    <message>
        <source>unstable</source>
        <translation>instabil</translation>
    </message>
    <message>
        <source>Gain margin</source>
        <translation>Amplitudenreserve</translation>
    </message>
    <message>
        <source>Gain reduction</source>
        <translation>Verstärkungsabsenkung</translation>
    </message>
    <message>
        <source>Phase margin</source>
        <translation>Phasenreserve</translation>
    </message>
    <message>
        <source>Delay margin</source>
        <translation>Totzeitreserve</translation>
    </message>
    <message>
        <source>Modulus margin</source>
        <translation>Modulreserve</translation>
    </message>
    <message>
        <source>Largest |S|</source>
        <translation>Größtes |S|</translation>
    </message>
    <message>
        <source>Rise time</source>
        <translation>Anstiegszeit</translation>
    </message>
    <message>
        <source>Settling time</source>
        <translation>Einschwingzeit</translation>
    </message>
    <message>
        <source>Overshoot</source>
        <translation>Überschwingen</translation>
    </message>
    <message>
        <source>Final value</source>
        <translation>Endwert</translation>
    </message>
    <message>
        <source>Inserted delay</source>
        <translation>Eingefügte Totzeit</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>Poles</source>
        <translation>Pole</translation>
    </message>
    <message>
        <source>Common period</source>
        <translation>Gemeinsame Periode</translation>
    </message>
    <message>
        <source>amplitude %1 at %2 rad/s</source>
        <translation>Amplitude %1 bei %2 rad/s</translation>
    </message>
    <message>
        <source>Cycle by %1</source>
        <translation>Schwingung durch %1</translation>
    </message>
    <message>
        <source>none predicted</source>
        <translation>keine vorhergesagt</translation>
    </message>
    <message>
        <source>Exact orbit</source>
        <translation>Genaue Bahn</translation>
    </message>
    <message>
        <source>Dead time</source>
        <translation>Totzeit</translation>
    </message>
    <message>
        <source>between samples, as a Padé approximation of order %1</source>
        <translation>zwischen Abtastungen, als Padé-Näherung der Ordnung %1</translation>
    </message>
    <message>
        <source>exact; in poles as a Padé approximation of order %1</source>
        <translation>genau; in Polen als Padé-Näherung der Ordnung %1</translation>
    </message>
</context>
<context>
    <name>DescribingMarks</name>
    <message>
        <source>really %1, %2 rad/s</source>
        <translation>wirklich %1, %2 rad/s</translation>
    </message>
    <message>
        <source>A = %1, %2 rad/s</source>
        <translation>A = %1, %2 rad/s</translation>
    </message>
    <message>
        <source>−1/N of %1</source>
        <translation>−1/N von %1</translation>
    </message>
</context>
<context>
    <name>BlockSearch</name>
    <message>
        <source>No block is called “%1”</source>
        <translation>Kein Block heißt „%1“</translation>
    </message>
</context>
<context>
    <name>ChangeTexts</name>
    <message>
        <source>%1: %2 → %3 from t = %4 s on</source>
        <translation>%1: %2 → %3 ab t = %4 s</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 → %3 in %n values from t = %4 s to %5 s</source>
        <translation>
            <numerusform>%1: %2 → %3 in %n Wert von t = %4 s bis %5 s</numerusform>
            <numerusform>%1: %2 → %3 in %n Werten von t = %4 s bis %5 s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandWords</name>
    <message>
        <source>create, empty diagram</source>
        <translation>anlegen, leeres Diagramm</translation>
    </message>
    <message>
        <source>load, read a file</source>
        <translation>laden, Datei lesen</translation>
    </message>
    <message>
        <source>store, write the file</source>
        <translation>sichern, Datei schreiben</translation>
    </message>
    <message>
        <source>curves, data, CSV, picture, image, SVG, PNG, PDF</source>
        <translation>Kurven, Daten, CSV, Bild, Grafik, SVG, PNG, PDF</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>exit, end the program</source>
        <translation>verlassen, Programm beenden</translation>
    </message>
    <message>
        <source>take back, revert</source>
        <translation>zurücknehmen, widerrufen</translation>
    </message>
    <message>
        <source>again, repeat</source>
        <translation>noch einmal, wiederherstellen</translation>
    </message>
    <message>
        <source>clone, copy</source>
        <translation>verdoppeln, kopieren</translation>
    </message>
    <message>
        <source>remove, erase</source>
        <translation>entfernen, weg</translation>
    </message>
    <message>
        <source>name, label</source>
        <translation>benennen, Name</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen, Suche</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>show all, whole diagram, fit to the window</source>
        <translation>alles zeigen, ganzes Diagramm, einpassen</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>palette, library, browser</source>
        <translation>Palette, Bibliothek, Blockliste</translation>
    </message>
    <message>
        <source>variables, constants, workspace</source>
        <translation>Variablen, Konstanten, Arbeitsbereich</translation>
    </message>
    <message>
        <source>solver, integrator, stop time, step size, configuration</source>
        <translation>Löser, Integrationsverfahren, Endzeit, Schrittweite, Einstellungen</translation>
    </message>
    <message>
        <source>curves, graph, scope</source>
        <translation>Kurven, Graph, Oszilloskop</translation>
    </message>
    <message>
        <source>errors, warnings, messages</source>
        <translation>Fehler, Warnungen, Meldungen</translation>
    </message>
    <message>
        <source>colours, appearance</source>
        <translation>Farben, Aussehen</translation>
    </message>
    <message>
        <source>colours, appearance, day</source>
        <translation>Farben, Aussehen, Tag</translation>
    </message>
    <message>
        <source>colours, appearance, dark mode, night</source>
        <translation>Farben, Aussehen, Dunkelmodus, Nacht</translation>
    </message>
    <message>
        <source>Language: English</source>
        <translation>Sprache: Englisch</translation>
    </message>
    <message>
        <source>Language: German</source>
        <translation>Sprache: Deutsch</translation>
    </message>
    <message>
        <source>insert, place</source>
        <translation>einfügen, setzen</translation>
    </message>
    <message>
        <source>comment, annotation, text</source>
        <translation>Kommentar, Anmerkung, Text</translation>
    </message>
    <message>
        <source>box, area, rectangle</source>
        <translation>Kasten, Bereich, Rechteck</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>drehen, wenden</translation>
    </message>
    <message>
        <source>mirror</source>
        <translation>spiegeln, Spiegelung</translation>
    </message>
    <message>
        <source>disable, deactivate, skip, enable</source>
        <translation>abschalten, deaktivieren, überspringen, einschalten</translation>
    </message>
    <message>
        <source>Align left edges</source>
        <translation>Linke Kanten ausrichten</translation>
    </message>
    <message>
        <source>Align centres above each other</source>
        <translation>Mitten übereinander ausrichten</translation>
    </message>
    <message>
        <source>vertical line</source>
        <translation>senkrechte Linie</translation>
    </message>
    <message>
        <source>Align right edges</source>
        <translation>Rechte Kanten ausrichten</translation>
    </message>
    <message>
        <source>Align top edges</source>
        <translation>Obere Kanten ausrichten</translation>
    </message>
    <message>
        <source>Align middles side by side</source>
        <translation>Mitten nebeneinander ausrichten</translation>
    </message>
    <message>
        <source>horizontal line</source>
        <translation>waagerechte Linie</translation>
    </message>
    <message>
        <source>Align bottom edges</source>
        <translation>Untere Kanten ausrichten</translation>
    </message>
    <message>
        <source>Distribute with equal gaps side by side</source>
        <translation>Mit gleichen Lücken nebeneinander verteilen</translation>
    </message>
    <message>
        <source>align, spread</source>
        <translation>ausrichten, gleichmäßig</translation>
    </message>
    <message>
        <source>Distribute with equal gaps above each other</source>
        <translation>Mit gleichen Lücken übereinander verteilen</translation>
    </message>
    <message>
        <source>tidy, clean up, automatic layout, align</source>
        <translation>aufräumen, automatisch anordnen, ausrichten</translation>
    </message>
    <message>
        <source>superblock</source>
        <translation>Superblock, zusammenfassen</translation>
    </message>
    <message>
        <source>ungroup, expand</source>
        <translation>Gruppierung aufheben, auspacken</translation>
    </message>
    <message>
        <source>look inside, enter</source>
        <translation>hineinsehen, öffnen</translation>
    </message>
    <message>
        <source>up, parent</source>
        <translation>hinauf, nach oben</translation>
    </message>
    <message>
        <source>simulate, start, play, continue</source>
        <translation>simulieren, Start, rechnen, weiter</translation>
    </message>
    <message>
        <source>interrupt, hold, continue</source>
        <translation>unterbrechen, Pause, weiter</translation>
    </message>
    <message>
        <source>end, abort, cancel</source>
        <translation>beenden, abbrechen</translation>
    </message>
    <message>
        <source>scale, axes</source>
        <translation>skalieren, Achsen</translation>
    </message>
    <message>
        <source>manual, documentation</source>
        <translation>Handbuch, Dokumentation</translation>
    </message>
    <message>
        <source>reference, library</source>
        <translation>Referenz, Bibliothek</translation>
    </message>
    <message>
        <source>shortcuts, keys</source>
        <translation>Tastenkürzel, Tasten</translation>
    </message>
    <message>
        <source>version, licence</source>
        <translation>Version, Lizenz</translation>
    </message>
    <message>
        <source>difference, slope, read, values</source>
        <translation>Differenz, Steigung, ablesen, Werte, Messmarken</translation>
    </message>
    <message>
        <source>statistics, mean, rms, rise time, overshoot, settling time, period</source>
        <translation>Statistik, Mittelwert, Effektivwert, Anstiegszeit, Überschwingen, Ausregelzeit, Periode</translation>
    </message>
    <message>
        <source>common time axis, together, free</source>
        <translation>gemeinsame Zeitachse, zusammen, frei</translation>
    </message>
    <message>
        <source>common time axis, together, zoom</source>
        <translation>gemeinsame Zeitachse, zusammen, Zoom</translation>
    </message>
    <message>
        <source>single step, debug, next</source>
        <translation>Einzelschritt, nächster</translation>
    </message>
    <message>
        <source>next event, sample, debug</source>
        <translation>nächstes Ereignis, Abtastung</translation>
    </message>
    <message>
        <source>pause at, until</source>
        <translation>anhalten bei, bis</translation>
    </message>
    <message>
        <source>speed, real time, rate</source>
        <translation>Geschwindigkeit, Echtzeit, Tempo</translation>
    </message>
    <message>
        <source>wires, outputs, ports, values, list</source>
        <translation>Drähte, Ausgänge, Anschlüsse, Werte, Liste</translation>
    </message>
    <message>
        <source>history of runs, results, overlay</source>
        <translation>Verlauf der Läufe, Ergebnisse, überlagern</translation>
    </message>
    <message>
        <source>load a recording, results</source>
        <translation>Aufzeichnung laden, Ergebnisse</translation>
    </message>
    <message>
        <source>keep a recording, results</source>
        <translation>Aufzeichnung aufheben, Ergebnisse</translation>
    </message>
    <message>
        <source>trust, error, order, convergence, step size, accuracy</source>
        <translation>Vertrauen, Fehler, Ordnung, Konvergenz, Schrittweite, Genauigkeit</translation>
    </message>
    <message>
        <source>difference, diff, tolerance</source>
        <translation>Unterschied, Differenz, Toleranz</translation>
    </message>
    <message>
        <source>reproduce, repeat, check to the bit</source>
        <translation>reproduzieren, wiederholen, bitgenau prüfen</translation>
    </message>
    <message>
        <source>signals, numbers, labels, debug</source>
        <translation>Signale, Zahlen, Beschriftung, Fehlersuche</translation>
    </message>
    <message>
        <source>diagram, picture, image, screenshot, SVG, PNG, PDF, TeX, TikZ, paper</source>
        <translation>Diagramm, Bild, Bildschirmfoto, SVG, PNG, PDF, TeX, TikZ, Artikel</translation>
    </message>
    <message>
        <source>form, block parameters</source>
        <translation>Formular, Blockparameter</translation>
    </message>
    <message>
        <source>state, cache, events, dependencies, debug, why this value</source>
        <translation>Zustand, Cache, Ereignisse, Abhängigkeiten, Debuggen, warum dieser Wert</translation>
    </message>
    <message>
        <source>profile, cost, cache, evaluations, heat map</source>
        <translation>Profil, Aufwand, Zwischenspeicher, Auswertungen, Wärmekarte</translation>
    </message>
    <message>
        <source>profile, cost, slow, duration, heat map</source>
        <translation>Profil, Aufwand, langsam, Dauer, Wärmekarte</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)</source>
        <translation>PNG-Bild (*.png);;SVG-Zeichnung (*.svg);;PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>%1: the name of a picture ends in .png, .svg or .pdf</source>
        <translation>%1: Der Name eines Bildes endet auf .png, .svg oder .pdf.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>there is no plot for a figure</source>
        <translation>es gibt keinen Plot für eine Abbildung</translation>
    </message>
    <message>
        <source>%1 plots do not fit into a figure of %2x%3</source>
        <translation>%1 Plots passen nicht in eine Abbildung von %2x%3</translation>
    </message>
    <message>
        <source>there is no subsystem &quot;%1&quot;</source>
        <translation>es gibt kein Subsystem „%1“</translation>
    </message>
    <message>
        <source>%1: the name of a figure ends in .pdf, .svg, .png or .tex</source>
        <translation>%1: Der Name einer Abbildung endet auf .pdf, .svg, .png oder .tex.</translation>
    </message>
    <message>
        <source>plots need a run</source>
        <translation>Plots brauchen einen Lauf</translation>
    </message>
    <message>
        <source>an instant needs a run, which is paused or over</source>
        <translation>ein Zeitpunkt braucht einen Lauf, der pausiert oder vorbei ist</translation>
    </message>
    <message>
        <source>the run shows the instant at %1 s, which is after %2 s</source>
        <translation>der Lauf zeigt den Zeitpunkt bei %1 s, der nach %2 s liegt</translation>
    </message>
    <message>
        <source>the values at this instant cannot be computed</source>
        <translation>die Werte zu diesem Zeitpunkt können nicht berechnet werden</translation>
    </message>
    <message>
        <source>a timeline needs a run that began while the panel Timeline was open</source>
        <translation>eine Zeitleiste braucht einen Lauf, der begann, während das Panel Zeitleiste offen war</translation>
    </message>
    <message>
        <source>a fan needs a study that has made runs</source>
        <translation>ein Fächer braucht eine Studie, die Läufe gemacht hat</translation>
    </message>
    <message>
        <source>the study shows the signal %1, and not %2</source>
        <translation>die Studie zeigt das Signal %1 und nicht %2</translation>
    </message>
    <message>
        <source>the study is not of the variant &quot;%1&quot;</source>
        <translation>die Studie ist nicht von der Variante „%1“</translation>
    </message>
    <message>
        <source>no run of the name &quot;%1&quot; is drawn behind the present one</source>
        <translation>hinter dem gegenwärtigen Lauf ist keiner namens „%1“ gezeichnet</translation>
    </message>
    <message>
        <source>no study of the variant &quot;%1&quot; is kept</source>
        <translation>es ist keine Studie der Variante „%1“ behalten</translation>
    </message>
    <message>
        <source>no other study with the signal %1 is kept</source>
        <translation>es ist keine andere Studie mit dem Signal %1 behalten</translation>
    </message>
    <message>
        <source>there is no theory of %1: %2</source>
        <translation>es gibt keine Theorie von %1: %2</translation>
    </message>
    <message>
        <source>there is no time between %1 s and %2 s</source>
        <translation>zwischen %1 s und %2 s liegt keine Zeit</translation>
    </message>
    <message>
        <source>there is no plot &quot;%1&quot; (there are: %2)</source>
        <translation>es gibt keinen Plot „%1“ (es gibt: %2)</translation>
    </message>
    <message>
        <source>the diagram does not fit: it is made smaller, its texts to %1 points</source>
        <translation>das Diagramm passt nicht: Es wird verkleinert, seine Texte auf %1 Punkte</translation>
    </message>
    <message>
        <source>the diagram is so small that names, ports and values are left out: from %1 mm of width on it has them</source>
        <translation>das Diagramm ist so klein, dass Namen, Anschlüsse und Werte weggelassen werden: Ab %1 mm Breite hat es sie</translation>
    </message>
    <message>
        <source>the diagram is so small that names, ports and values are left out: from %1 mm of height on it has them</source>
        <translation>das Diagramm ist so klein, dass Namen, Anschlüsse und Werte weggelassen werden: Ab %1 mm Höhe hat es sie</translation>
    </message>
    <message>
        <source>there is no font &apos;%1&apos; (there are: %2)</source>
        <translation>es gibt keine Schrift „%1“ (es gibt: %2)</translation>
    </message>
    <message>
        <source>there is no variant &apos;%1&apos; (there are: %2)</source>
        <translation>es gibt keine Variante „%1“ (es gibt: %2)</translation>
    </message>
    <message>
        <source>the file has no analyses: in the panel Analysis, Keep as a new analysis notes one</source>
        <translation>die Datei hat keine Analysen: Im Panel Analyse merkt „Als neue Analyse aufbewahren“ eine</translation>
    </message>
    <message>
        <source>there is no analysis &quot;%1&quot; (there are: %2)</source>
        <translation>es gibt keine Analyse „%1“ (es gibt: %2)</translation>
    </message>
    <message>
        <source>the analysis &quot;%1&quot; has no input &quot;%2&quot; (there are: %3)</source>
        <translation>die Analyse „%1“ hat keinen Eingang „%2“ (es gibt: %3)</translation>
    </message>
    <message>
        <source>the analysis &quot;%1&quot; has no output &quot;%2&quot; (there are: %3)</source>
        <translation>die Analyse „%1“ hat keinen Ausgang „%2“ (es gibt: %3)</translation>
    </message>
    <message>
        <source>the diagram is not analysed</source>
        <translation>das Diagramm ist nicht analysiert</translation>
    </message>
</context>
<context>
    <name>ExportCommands</name>
    <message>
        <source>Export the analysis</source>
        <translation>Analyse exportieren</translation>
    </message>
    <message>
        <source>Export the data of the analysis</source>
        <translation>Daten der Analyse exportieren</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 wurde exportiert</translation>
    </message>
    <message>
        <source>There is nothing to export before the first run.</source>
        <translation>Vor dem ersten Lauf gibt es nichts zu exportieren.</translation>
    </message>
    <message>
        <source>Export the plots into</source>
        <translation>Plots exportieren nach</translation>
    </message>
    <message numerus="yes">
        <source>Exported %n files</source>
        <translation>
            <numerusform>%n Datei exportiert</numerusform>
            <numerusform>%n Dateien exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>Plot exportieren</translation>
    </message>
    <message>
        <source>Not exported: the plot was replaced meanwhile. Export the new one.</source>
        <translation>Nicht exportiert: Der Plot wurde inzwischen ersetzt. Exportieren Sie den neuen.</translation>
    </message>
    <message>
        <source>Export the data of the plot</source>
        <translation>Daten des Plots exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Theory is not checked in the panel Study</source>
        <translation>Theorie ist im Panel Studie nicht angehakt</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>früher</translation>
    </message>
    <message>
        <source>earlier, %1</source>
        <translation>früher, %1</translation>
    </message>
</context>
<context>
    <name>FanFigure</name>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>%1: mean and 90 %</source>
        <translation>%1: Mittelwert und 90 %</translation>
    </message>
    <message>
        <source>single runs</source>
        <translation>einzelne Läufe</translation>
    </message>
    <message>
        <source>mean ± 2 deviations by theory</source>
        <translation>Mittelwert ± 2 Abweichungen nach Theorie</translation>
    </message>
    <message>
        <source>mean ± 2 deviations by theory, approximate</source>
        <translation>Mittelwert ± 2 Abweichungen nach Theorie, genähert</translation>
    </message>
</context>
<context>
    <name>ResponseFigure</name>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Gain (dB)</source>
        <translation>Verstärkung (dB)</translation>
    </message>
    <message>
        <source>Phase (°)</source>
        <translation>Phase (°)</translation>
    </message>
    <message>
        <source>Real part</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>Imaginary part</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>Re $z$</source>
        <translation>Re $z$</translation>
    </message>
    <message>
        <source>Re $s$ (1/s)</source>
        <translation>Re $s$ (1/s)</translation>
    </message>
    <message>
        <source>Im $z$</source>
        <translation>Im $z$</translation>
    </message>
    <message>
        <source>Im $s$ (rad/s)</source>
        <translation>Im $s$ (rad/s)</translation>
    </message>
    <message>
        <source>Time after the step (s)</source>
        <translation>Zeit nach dem Sprung (s)</translation>
    </message>
    <message>
        <source>Step response</source>
        <translation>Sprungantwort</translation>
    </message>
    <message>
        <source>Frequency (rad/s)</source>
        <translation>Frequenz (rad/s)</translation>
    </message>
    <message>
        <source>input held</source>
        <translation>Eingang gehalten</translation>
    </message>
    <message>
        <source>continuous sine</source>
        <translation>kontinuierlicher Sinus</translation>
    </message>
    <message>
        <source>−1/N of %1</source>
        <translation>−1/N von %1</translation>
    </message>
    <message>
        <source>A = %1, %2 rad/s</source>
        <translation>A = %1, %2 rad/s</translation>
    </message>
    <message>
        <source>hold alone</source>
        <translation>Halteglied allein</translation>
    </message>
    <message>
        <source>folded down</source>
        <translation>heruntergefaltet</translation>
    </message>
</context>
<context>
    <name>TimelineFigure</name>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message numerus="yes">
        <source>%n phases have no room: a shorter part of the run shows them</source>
        <translation>
            <numerusform>%n Phase hat keinen Platz: Ein kürzerer Teil des Laufs zeigt sie</numerusform>
            <numerusform>%n Phasen haben keinen Platz: Ein kürzerer Teil des Laufs zeigt sie</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Loopwright diagrams (*.loop.json);;All files (*)</source>
        <translation>Loopwright-Diagramme (*.loop.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The file was changed</source>
        <translation>Die Datei wurde geändert</translation>
    </message>
    <message>
        <source>Another program changed %1 since it was opened.</source>
        <translation>Ein anderes Programm hat %1 seit dem Öffnen geändert.</translation>
    </message>
    <message>
        <source>Saving replaces what that program wrote.</source>
        <translation>Beim Speichern wird überschrieben, was dieses Programm geschrieben hat.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>The diagram was not saved</source>
        <translation>Das Diagramm wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 wurde gespeichert</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Don&apos;t save</source>
        <translation>&amp;Nicht speichern</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>untitled %1</source>
        <translation>unbenannt %1</translation>
    </message>
    <message>
        <source>This is a copy of the example: saving asks for a place.</source>
        <translation>Das ist eine Kopie des Beispiels: Beim Speichern wird nach dem Ort gefragt.</translation>
    </message>
    <message>
        <source>Loopwright diagrams (*.loop.json);;Runs (*.loop-run);;All files (*)</source>
        <translation>Loopwright-Diagramme (*.loop.json);;Läufe (*.loop-run);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Runs (*.loop-run)</source>
        <translation>Läufe (*.loop-run)</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>Einen Lauf öffnen</translation>
    </message>
    <message>
        <source>Save the run</source>
        <translation>Den Lauf speichern</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Equation</source>
        <translation>Gleichung</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source>Pitfalls</source>
        <translation>Fallstricke</translation>
    </message>
    <message>
        <source>The block has no outputs.</source>
        <translation>Der Block hat keine Ausgänge.</translation>
    </message>
    <message>
        <source>State is discrete: at an update of the block, ○ shows the state before it and ● the state after it.</source>
        <translation>Der Zustand ist diskret: Bei einer Aktualisierung des Blocks zeigt ○ den Zustand davor und ● den Zustand danach.</translation>
    </message>
    <message>
        <source>State is continuous: it does not move while others are updated, so what depends on it alone has equal ○ and ●, except where the block itself sets it anew.</source>
        <translation>Der Zustand ist kontinuierlich: Er bleibt stehen, während andere aktualisiert werden. Was nur von ihm abhängt, hat daher gleiche ○ und ●, außer wo der Block selbst ihn neu setzt.</translation>
    </message>
    <message>
        <source>State is a history of the input: ○ and ● differ where a jump of the input comes out.</source>
        <translation>Der Zustand ist der Verlauf des Eingangs: ○ und ● unterscheiden sich dort, wo ein Sprung des Eingangs am Ausgang ankommt.</translation>
    </message>
    <message>
        <source>There is no state: ○ and ● are equal at every update.</source>
        <translation>Es gibt keinen Zustand: ○ und ● sind bei jeder Aktualisierung gleich.</translation>
    </message>
    <message>
        <source>There is no state: at an update, ○ and ● of the output follow ○ and ● of the inputs.</source>
        <translation>Es gibt keinen Zustand: Bei einer Aktualisierung folgen ○ und ● des Ausgangs denen der Eingänge.</translation>
    </message>
    <message>
        <source>Direct feedthrough: an output depends on the inputs at the same instant.</source>
        <translation>Direkter Durchgriff: Ein Ausgang hängt von den Eingängen zum selben Zeitpunkt ab.</translation>
    </message>
    <message>
        <source>No direct feedthrough: the block can close a loop.</source>
        <translation>Kein direkter Durchgriff: Der Block kann eine Rückkopplung schließen.</translation>
    </message>
    <message>
        <source>Direct feedthrough: %1.</source>
        <translation>Direkter Durchgriff: %1.</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Diagram: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>Plot: %1</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>unwired: %1</source>
        <translation>nicht verbunden: %1</translation>
    </message>
    <message>
        <source>may stay unwired</source>
        <translation>darf offen bleiben</translation>
    </message>
    <message>
        <source>needs a wire</source>
        <translation>braucht eine Verbindung</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Anschlüsse</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>There is no block type &quot;%1&quot;.</source>
        <translation>Es gibt keinen Blocktyp „%1“.</translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation>Alle Blöcke</translation>
    </message>
    <message>
        <source>The explanations on this page are in English.</source>
        <translation>Die Erläuterungen auf dieser Seite sind auf Englisch.</translation>
    </message>
    <message>
        <source>In short</source>
        <translation>Kurz gesagt</translation>
    </message>
    <message>
        <source>See also</source>
        <translation>Siehe auch</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
</context>
<context>
    <name>LoopRemedy</name>
    <message>
        <source>A unit delay in the wire %1 → %2 breaks the loop. %2 then sees what %1 was at the last sampling instant, every %3 s, and 0 before the first one: the loop is computed sample by sample, with a lag of one sample.</source>
        <translation>Eine Einheitsverzögerung in der Verbindung %1 → %2 trennt die Schleife auf. %2 sieht dann, was %1 am letzten Abtastzeitpunkt war, alle %3 s, und vor dem ersten 0: Die Schleife wird Abtastwert für Abtastwert berechnet, um einen Abtastwert verzögert.</translation>
    </message>
    <message>
        <source>A first-order lag in the wire %1 → %2 breaks the loop as well. %2 then follows %1 from 0 on, with a time constant of %3 s: the loop comes to its values instead of having them at every instant.</source>
        <translation>Auch ein PT1-Glied in der Verbindung %1 → %2 trennt die Schleife auf. %2 folgt %1 dann von 0 an mit einer Zeitkonstante von %3 s: Die Schleife kommt zu ihren Werten, statt sie in jedem Augenblick zu haben.</translation>
    </message>
</context>
<context>
    <name>loopwright::AnalysisChooser</name>
    <message>
        <source>Analysis of the diagram&apos;s file</source>
        <translation>Analyse der Diagrammdatei</translation>
    </message>
    <message>
        <source>The analyses that are kept in the diagram&apos;s file</source>
        <translation>Die Analysen, die in der Diagrammdatei aufbewahrt sind</translation>
    </message>
    <message>
        <source>Name of the analysis</source>
        <translation>Name der Analyse</translation>
    </message>
    <message>
        <source>Keep as a new analysis</source>
        <translation>Als neue Analyse aufbewahren</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep, rename or delete the analysis</source>
        <translation>Die Analyse aufbewahren, umbenennen oder löschen</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>Nicht aufbewahrt</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Keep the analysis %1</source>
        <translation>Die Analyse %1 aufbewahren</translation>
    </message>
    <message>
        <source>Change the analysis %1</source>
        <translation>Die Analyse %1 ändern</translation>
    </message>
    <message>
        <source>Rename the analysis %1</source>
        <translation>Die Analyse %1 umbenennen</translation>
    </message>
    <message>
        <source>Delete the analysis %1</source>
        <translation>Die Analyse %1 löschen</translation>
    </message>
</context>
<context>
    <name>loopwright::AnalysisMarks</name>
    <message>
        <source>Input of the analysis</source>
        <translation>Eingang der Analyse</translation>
    </message>
    <message>
        <source>Output of the analysis</source>
        <translation>Ausgang der Analyse</translation>
    </message>
    <message>
        <source>Opening of the analysis</source>
        <translation>Auftrennung der Analyse</translation>
    </message>
    <message>
        <source>Loop of the analysis</source>
        <translation>Kreis der Analyse</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Mark %1 for the analysis</source>
        <translation>%1 für die Analyse markieren</translation>
    </message>
    <message>
        <source>Take a mark off %1</source>
        <translation>Eine Markierung von %1 nehmen</translation>
    </message>
</context>
<context>
    <name>loopwright::StepCheckDialog</name>
    <message>
        <source>The diagram is run three times…</source>
        <translation>Das Diagramm wird dreimal gerechnet…</translation>
    </message>
    <message>
        <source>How far the steps matter</source>
        <translation>Wie weit es auf die Schritte ankommt</translation>
    </message>
    <message>
        <source>Signals, and how far they depend on the steps</source>
        <translation>Signale, und wie weit sie von den Schritten abhängen</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>Changes by</source>
        <translation>Ändert sich um</translation>
    </message>
    <message>
        <source>Of its range</source>
        <translation>Vom Wertebereich</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>Then by</source>
        <translation>Danach um</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Ordnung</translation>
    </message>
    <message>
        <source>p, where the changes shrink like a power p of the step or of the accuracy</source>
        <translation>p, wo die Änderungen wie eine Potenz p des Schritts oder der Genauigkeit kleiner werden</translation>
    </message>
    <message>
        <source>Co&amp;py</source>
        <translation>Ko&amp;pieren</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>The diagram cannot be run: %1</source>
        <translation>Das Diagramm kann nicht gerechnet werden: %1</translation>
    </message>
    <message>
        <source>No signal is recorded, so nothing can be compared.</source>
        <translation>Kein Signal wird aufgezeichnet, also ist nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>with a tenth of the accuracy (%1)</source>
        <translation>mit einem Zehntel der Genauigkeit (%1)</translation>
    </message>
    <message>
        <source>with half the step (%1: %2 s)</source>
        <translation>mit halbem Schritt (%1: %2 s)</translation>
    </message>
    <message>
        <source>No signal changes %1: steps do not matter here.</source>
        <translation>Kein Signal ändert sich %1: auf die Schritte kommt es hier nicht an.</translation>
    </message>
    <message>
        <source>%1 changes most %2: by %3, which is %4 of its range. Compared at %5 instants.</source>
        <translation>Am meisten ändert sich %1 %2: um %3, das sind %4 vom Wertebereich. Verglichen an %5 Zeitpunkten.</translation>
    </message>
</context>
<context>
    <name>loopwright::CompareRunsDialog</name>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Signals that differ</source>
        <translation>Signale, die sich unterscheiden</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>Größter Unterschied</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>What was run differs in</source>
        <translation>Was gelaufen ist, unterscheidet sich in</translation>
    </message>
    <message>
        <source>&amp;Tolerance, as a part of each signal&apos;s range</source>
        <translation>&amp;Toleranz, als Teil des Bereichs jedes Signals</translation>
    </message>
    <message>
        <source>The tolerance is a number from 0 on: 0.001 lets values differ by a thousandth of their signal&apos;s range.</source>
        <translation>Die Toleranz ist eine Zahl ab 0: mit 0.001 dürfen Werte um ein Tausendstel des Bereichs ihres Signals abweichen.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>nothing: diagram, settings and files are the same</source>
        <translation>nichts: Diagramm, Einstellungen und Dateien sind gleich</translation>
    </message>
    <message>
        <source>The runs agree in the signal that both recorded.</source>
        <translation>Die Läufe stimmen in dem Signal überein, das beide aufgezeichnet haben.</translation>
    </message>
    <message numerus="yes">
        <source>The runs agree in all %n signals that both recorded.</source>
        <translation>
            <numerusform>Die Läufe stimmen in dem %n Signal überein, das beide aufgezeichnet haben.</numerusform>
            <numerusform>Die Läufe stimmen in allen %n Signalen überein, die beide aufgezeichnet haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The runs differ first at t = %1 s, %2, in %3: %4 and %5.</source>
        <translation>Die Läufe unterscheiden sich zuerst bei t = %1 s, %2, in %3: %4 und %5.</translation>
    </message>
    <message>
        <source>%1 goes from %2 s to %3 s, %4 from %5 s to %6 s.</source>
        <translation>%1 geht von %2 s bis %3 s, %4 von %5 s bis %6 s.</translation>
    </message>
    <message>
        <source>Only %1 recorded %2.</source>
        <translation>Nur %1 hat %2 aufgezeichnet.</translation>
    </message>
    <message>
        <source>Rows of %1 before t = %2 s were left out to save memory.</source>
        <translation>Zeilen von %1 vor t = %2 s wurden ausgelassen, um Speicher zu sparen.</translation>
    </message>
    <message>
        <source>%1: %2 − %3</source>
        <translation>%1: %2 − %3</translation>
    </message>
</context>
<context>
    <name>loopwright::EndingsTable</name>
    <message>
        <source>Runs that did not come to their stop time</source>
        <translation>Läufe, die nicht bis zu ihrer Endzeit kamen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>time, s</source>
        <translation>Zeit, s</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>%1 of %2 runs failed, %3 were stopped by a block</source>
        <translation>%1 von %2 Läufen gescheitert, %3 von einem Block beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
</context>
<context>
    <name>loopwright::FanChart</name>
    <message>
        <source>time, s</source>
        <translation>Zeit, s</translation>
    </message>
    <message>
        <source>single runs</source>
        <translation>einzelne Läufe</translation>
    </message>
    <message>
        <source>50 % of the runs</source>
        <translation>50 % der Läufe</translation>
    </message>
    <message>
        <source>90 % of the runs</source>
        <translation>90 % der Läufe</translation>
    </message>
    <message>
        <source>98 % of the runs</source>
        <translation>98 % der Läufe</translation>
    </message>
    <message>
        <source>mean, ±%1 at most (95 %)</source>
        <translation>Mittelwert, höchstens ±%1 (95 %)</translation>
    </message>
    <message>
        <source>brushed runs</source>
        <translation>ausgewählte Läufe</translation>
    </message>
    <message>
        <source>run %1 (chosen)</source>
        <translation>Lauf %1 (gewählt)</translation>
    </message>
    <message>
        <source>run %1: a click makes it the present run</source>
        <translation>Lauf %1: ein Klick macht ihn zum aktuellen Lauf</translation>
    </message>
</context>
<context>
    <name>loopwright::FigureDialog</name>
    <message>
        <source>Export a figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>The figure in its true size</source>
        <translation>Die Abbildung in ihrer wahren Größe</translation>
    </message>
    <message>
        <source>Copy as &amp;TikZ</source>
        <translation>Als &amp;TikZ kopieren</translation>
    </message>
    <message>
        <source>Copy as S&amp;VG</source>
        <translation>Als S&amp;VG kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;PNG</source>
        <translation>Als &amp;PNG kopieren</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Takes the figure from the list that the diagram&apos;s file has; the figure&apos;s own file stays.</source>
        <translation>Nimmt die Abbildung aus der Liste in der Datei des Diagramms; die Datei der Abbildung bleibt.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>The diagram</source>
        <translation>Das Diagramm</translation>
    </message>
    <message>
        <source>The plots of the last run</source>
        <translation>Die Plots des letzten Laufs</translation>
    </message>
    <message>
        <source>The diagram above the plots</source>
        <translation>Das Diagramm über den Plots</translation>
    </message>
    <message>
        <source>The diagram at an instant of the run</source>
        <translation>Das Diagramm zu einem Zeitpunkt des Laufs</translation>
    </message>
    <message>
        <source>The timeline of the run</source>
        <translation>Die Zeitleiste des Laufs</translation>
    </message>
    <message>
        <source>The fan of the study</source>
        <translation>Der Fächer der Studie</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>The one that is shown</source>
        <translation>Der, der gezeigt wird</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>The start of the run</source>
        <translation>Der Anfang des Laufs</translation>
    </message>
    <message>
        <source>Timeline from</source>
        <translation>Zeitleiste ab</translation>
    </message>
    <message>
        <source>The end of the run</source>
        <translation>Das Ende des Laufs</translation>
    </message>
    <message>
        <source>Timeline to</source>
        <translation>Zeitleiste bis</translation>
    </message>
    <message>
        <source>Plots side by side</source>
        <translation>Plots nebeneinander</translation>
    </message>
    <message>
        <source>Theor&amp;y over the fan</source>
        <translation>Theorie über dem &amp;Fächer</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Single runs</source>
        <translation>Einzelne Läufe</translation>
    </message>
    <message>
        <source>The study that was &amp;kept</source>
        <translation>Die &amp;behaltene Studie</translation>
    </message>
    <message>
        <source>The runs that are drawn &amp;behind</source>
        <translation>Die &amp;hinten gezeichneten Läufe</translation>
    </message>
    <message>
        <source>Behind the fan, the present run or the analysis. Where it is of none of the diagram&apos;s variants it cannot be made again from the file: such a figure is written, and not remembered.</source>
        <translation>Hinter dem Fächer, dem gegenwärtigen Lauf oder der Analyse. Wo es von keiner Variante des Diagramms ist, lässt es sich aus der Datei nicht wieder machen: Eine solche Abbildung wird geschrieben und nicht gemerkt.</translation>
    </message>
    <message>
        <source>For print</source>
        <translation>Für den Druck</translation>
    </message>
    <message>
        <source>As on the screen, in black</source>
        <translation>Wie am Bildschirm, in Schwarz</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>Wie am Bildschirm</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>As wide as it is</source>
        <translation>So breit, wie es ist</translation>
    </message>
    <message>
        <source>%1: %2 mm</source>
        <translation>%1: %2 mm</translation>
    </message>
    <message>
        <source>Another</source>
        <translation>Eine andere</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Another width</source>
        <translation>Andere Breite</translation>
    </message>
    <message>
        <source>As follows from the width</source>
        <translation>Wie es aus der Breite folgt</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>The font of the style</source>
        <translation>Die Schrift des Stils</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>%1 pt, for TeX %2 pt</source>
        <translation>%1 pt, für TeX %2 pt</translation>
    </message>
    <message>
        <source>Size of texts</source>
        <translation>Größe der Texte</translation>
    </message>
    <message>
        <source>&amp;Names of blocks beside them</source>
        <translation>&amp;Namen der Blöcke daneben</translation>
    </message>
    <message>
        <source>For TeX: a &amp;document of its own</source>
        <translation>Für TeX: ein eigenes &amp;Dokument</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>A new figure</source>
        <translation>Eine neue Abbildung</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>Abbildung speichern</translation>
    </message>
    <message>
        <source>PDF document (*.pdf);;SVG drawing (*.svg);;PNG picture (*.png);;TikZ for TeX (*.tex)</source>
        <translation>PDF-Dokument (*.pdf);;SVG-Zeichnung (*.svg);;PNG-Bild (*.png);;TikZ für TeX (*.tex)</translation>
    </message>
    <message>
        <source>Remember the figure %1</source>
        <translation>Abbildung %1 merken</translation>
    </message>
    <message>
        <source>Forget the figure %1</source>
        <translation>Abbildung %1 vergessen</translation>
    </message>
    <message>
        <source>An analysis</source>
        <translation>Eine Analyse</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Gain and phase</source>
        <translation>Verstärkung und Phase</translation>
    </message>
    <message>
        <source>Nyquist</source>
        <translation>Nyquist</translation>
    </message>
    <message>
        <source>Nichols</source>
        <translation>Nichols</translation>
    </message>
    <message>
        <source>Poles and zeros</source>
        <translation>Pole und Nullstellen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>The curves that were &amp;kept</source>
        <translation>Die Kurven, die &amp;behalten wurden</translation>
    </message>
    <message>
        <source>The file will not remember this figure: the kept study (%1) is none of the study&apos;s variants. Add it to them, and it is remembered.</source>
        <translation>Die Datei wird sich diese Abbildung nicht merken: Die behaltene Studie (%1) ist keine der Varianten der Studie. Als eine von ihnen wird sie gemerkt.</translation>
    </message>
    <message>
        <source>The file will not remember this figure: what stands behind is kept in this window alone. A variant of the study may stand there, and is remembered.</source>
        <translation>Die Datei wird sich diese Abbildung nicht merken: Was dahinter steht, ist nur in diesem Fenster behalten. Eine Variante der Studie kann dort stehen und wird gemerkt.</translation>
    </message>
</context>
<context>
    <name>loopwright::Histogram</name>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>loopwright::KeptRuns</name>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
</context>
<context>
    <name>loopwright::MeasurePage</name>
    <message>
        <source>Runs from this value of the measure on</source>
        <translation>Läufe ab diesem Wert der Kenngröße</translation>
    </message>
    <message>
        <source>Runs up to this value of the measure</source>
        <translation>Läufe bis zu diesem Wert der Kenngröße</translation>
    </message>
    <message>
        <source>Measure that is shown</source>
        <translation>Kenngröße, die gezeigt wird</translation>
    </message>
    <message>
        <source>mean %1 ± %2 (95 %), standard deviation %3</source>
        <translation>Mittelwert %1 ± %2 (95 %), Standardabweichung %3</translation>
    </message>
    <message>
        <source>1 run does not have it</source>
        <translation>1 Lauf hat sie nicht</translation>
    </message>
    <message>
        <source>%1 runs do not have it</source>
        <translation>%1 Läufe haben sie nicht</translation>
    </message>
    <message>
        <source>Drag across the bars to choose runs.</source>
        <translation>Über die Balken ziehen wählt Läufe aus.</translation>
    </message>
    <message>
        <source>%1 ± %2 (95 %): %3 of %4 runs</source>
        <translation>%1 ± %2 (95 %): %3 von %4 Läufen</translation>
    </message>
</context>
<context>
    <name>loopwright::ParametersPage</name>
    <message>
        <source>Random parameter</source>
        <translation>Zufälliger Parameter</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Kenngröße</translation>
    </message>
    <message>
        <source>Rank correlation (Spearman) with its confidence interval: ±1 where the measure always rises or falls with the parameter, near 0 where it does neither</source>
        <translation>Rangkorrelation (Spearman) mit ihrem Konfidenzintervall: ±1, wo die Kenngröße mit dem Parameter immer steigt oder fällt, nahe 0, wo sie keines von beiden tut</translation>
    </message>
    <message>
        <source>Nothing but noise is random: give a parameter a distribution.</source>
        <translation>Nur Rauschen ist zufällig: Geben Sie einem Parameter eine Verteilung.</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4)</source>
        <translation>%1: %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>, share %1 (%2 to %3)</source>
        <translation>, Anteil %1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>der Rest</translation>
    </message>
    <message>
        <source>The rest: share %1, of noise and of what parameters do together</source>
        <translation>Der Rest: Anteil %1, von Rauschen und vom Zusammenwirken von Parametern</translation>
    </message>
    <message>
        <source>Share (Sobol', first order) with its confidence interval: which part of the variance of the measure the parameter alone accounts for, whether it rises with it or not; noise, and what parameters do together, account for the rest</source>
        <translation>Anteil (Sobol', erste Ordnung) mit seinem Konfidenzintervall: welchen Teil der Varianz der Kenngröße der Parameter allein ausmacht, ob sie mit ihm steigt oder nicht; den Rest machen Rauschen und das Zusammenwirken von Parametern aus</translation>
    </message>
</context>
<context>
    <name>loopwright::RunsPanel</name>
    <message>
        <source>%1 cannot be made again: %2</source>
        <translation>%1 lässt sich nicht wiederholen: %2</translation>
    </message>
    <message>
        <source>%1 comes out differently: %2.</source>
        <translation>%1 kommt anders heraus: %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 comes out the same to the bit, %n rows.</source>
        <translation>
            <numerusform>%1 kommt bitgenau gleich heraus, %n Zeile.</numerusform>
            <numerusform>%1 kommt bitgenau gleich heraus, %n Zeilen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was not verified to its end.</source>
        <translation>%1 wurde nicht bis zum Ende nachgeprüft.</translation>
    </message>
    <message>
        <source>Runs are kept here when they end.</source>
        <translation>Läufe werden hier aufgehoben, wenn sie enden.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Runs that are kept</source>
        <translation>Aufgehobene Läufe</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Differs from the diagram in</source>
        <translation>Anders als im Diagramm</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>A run that is checked is drawn behind the present one</source>
        <translation>Ein angehakter Lauf wird hinter dem jetzigen gezeichnet</translation>
    </message>
    <message>
        <source>Stop verifying</source>
        <translation>Nachprüfen abbrechen</translation>
    </message>
    <message>
        <source>Pinned: it stays, whatever memory it takes.</source>
        <translation>Angeheftet: er bleibt, wie viel Speicher er auch braucht.</translation>
    </message>
    <message>
        <source>No run is kept yet: run the diagram, or open the file of a run.</source>
        <translation>Noch ist kein Lauf aufgehoben: das Diagramm laufen lassen oder die Datei eines Laufs öffnen.</translation>
    </message>
    <message>
        <source>Show in the plots</source>
        <translation>In den Plots zeigen</translation>
    </message>
    <message>
        <source>Draw behind the present run</source>
        <translation>Hinter dem jetzigen Lauf zeichnen</translation>
    </message>
    <message>
        <source>Rename	F2</source>
        <translation>Umbenennen	F2</translation>
    </message>
    <message>
        <source>Select the runs to delete.</source>
        <translation>Wählen Sie die Läufe aus, die gelöscht werden sollen.</translation>
    </message>
    <message>
        <source>Select the two runs to compare.</source>
        <translation>Wählen Sie die zwei Läufe aus, die verglichen werden sollen.</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>%1 wird gespeichert…</translation>
    </message>
    <message>
        <source>Saved %1 as %2.</source>
        <translation>%1 als %2 gespeichert.</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>%1 geöffnet.</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>%1 has no end: it was cut off, or is still written.</source>
        <translation>%1 hat kein Ende: abgeschnitten, oder noch im Schreiben.</translation>
    </message>
    <message>
        <source>Another run is being verified: wait, or cancel it.</source>
        <translation>Ein anderer Lauf wird nachgeprüft: warten oder abbrechen.</translation>
    </message>
    <message>
        <source>%1 cannot be verified: its file %2.</source>
        <translation>%1 lässt sich nicht nachprüfen: Datei %2.</translation>
    </message>
    <message>
        <source>Verifying %1…</source>
        <translation>%1 wird nachgeprüft…</translation>
    </message>
    <message>
        <source>%1 cannot be verified: its older rows were left out to save memory. Give recordings more memory in the preferences, and run it again.</source>
        <translation>%1 lässt sich nicht nachprüfen: ältere Zeilen wurden ausgelassen, um Speicher zu sparen. Geben Sie Aufzeichnungen in den Einstellungen mehr Speicher und lassen Sie ihn noch einmal laufen.</translation>
    </message>
</context>
<context>
    <name>loopwright::BandPage</name>
    <message>
        <source>frequency, Hz</source>
        <translation>Frequenz, Hz</translation>
    </message>
    <message>
        <source>lag, s</source>
        <translation>Verschiebung, s</translation>
    </message>
    <message>
        <source>density, unit²/Hz</source>
        <translation>Dichte, Einheit²/Hz</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>%1 of %2 runs, away from their mean; the band holds 90 % of single runs</source>
        <translation>%1 von %2 Läufen, vom Mittelwert aus; im Band liegen 90 % der einzelnen Läufe</translation>
    </message>
    <message>
        <source>; dashed: the theory of the noise</source>
        <translation>; gestrichelt: die Theorie des Rauschens</translation>
    </message>
    <message>
        <source>There are too few runs, or they do not differ.</source>
        <translation>Es sind zu wenige Läufe, oder sie unterscheiden sich nicht.</translation>
    </message>
</context>
<context>
    <name>loopwright::ComparePage</name>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Keeps no study any more</source>
        <translation>Behält keine Studie mehr</translation>
    </message>
    <message>
        <source>Measures of the present study less those of the kept one</source>
        <translation>Kenngrößen dieser Studie minus die der behaltenen</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>Kenngröße</translation>
    </message>
    <message>
        <source>present − kept</source>
        <translation>diese − behaltene</translation>
    </message>
    <message>
        <source>that is</source>
        <translation>das heißt</translation>
    </message>
    <message>
        <source>Keep a study, change the diagram, and run again: here stands what differs.</source>
        <translation>Behalten Sie eine Studie, ändern Sie das Diagramm und rechnen Sie erneut: hier steht, was anders ist.</translation>
    </message>
    <message>
        <source>This study of %1 runs is kept. Change something and run again: the next study is compared with it.</source>
        <translation>Diese Studie mit %1 Läufen ist behalten. Ändern Sie etwas und rechnen Sie erneut: die nächste Studie wird mit ihr verglichen.</translation>
    </message>
    <message>
        <source>Kept: %1 (%2 runs)</source>
        <translation>Behalten: %1 (%2 Läufe)</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>the diagram as it was before</source>
        <translation>das Diagramm, wie es vorher war</translation>
    </message>
    <message>
        <source>the same diagram</source>
        <translation>dasselbe Diagramm</translation>
    </message>
    <message>
        <source>too few runs to tell</source>
        <translation>zu wenige Läufe, um etwas zu sagen</translation>
    </message>
    <message>
        <source>the same in every run</source>
        <translation>in jedem Lauf gleich</translation>
    </message>
    <message>
        <source>no difference that can be told from chance</source>
        <translation>kein Unterschied, der sich vom Zufall trennen lässt</translation>
    </message>
    <message>
        <source>larger than in the kept study</source>
        <translation>größer als in der behaltenen Studie</translation>
    </message>
    <message>
        <source>smaller than in the kept study</source>
        <translation>kleiner als in der behaltenen Studie</translation>
    </message>
    <message>
        <source>not paired: %1</source>
        <translation>nicht paarweise: %1</translation>
    </message>
    <message>
        <source>runs with draws of their own would have to be %1 times as many to know it as well</source>
        <translation>von Läufen mit eigenen Zufallszahlen bräuchte es %1-mal so viele, um es ebenso gut zu wissen</translation>
    </message>
    <message>
        <source>%1 ± %2 (95 %)</source>
        <translation>%1 ± %2 (95 %)</translation>
    </message>
</context>
<context>
    <name>loopwright::StudyForm</name>
    <message>
        <source>Signal that is shown</source>
        <translation>Signal, das gezeigt wird</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>Kenngrößen</translation>
    </message>
    <message>
        <source>Add a measure</source>
        <translation>Eine Kenngröße hinzufügen</translation>
    </message>
    <message>
        <source>Without a measure the last value of each recorded signal is one.</source>
        <translation>Ohne Kenngröße ist der letzte Wert jedes aufgezeichneten Signals eine.</translation>
    </message>
    <message>
        <source>Change the number of runs</source>
        <translation>Zahl der Läufe ändern</translation>
    </message>
    <message>
        <source>Number of runs</source>
        <translation>Zahl der Läufe</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How many runs there are to be, at most</source>
        <translation>Wie viele Läufe es höchstens sein sollen</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>What all random draws follow from: the seed of the simulation. Run K of a seed is the same each time.</source>
        <translation>Woraus alle Zufallszahlen folgen: der Zufallsstartwert der Simulation. Lauf K zu einem Startwert ist jedes Mal derselbe.</translation>
    </message>
    <message>
        <source>Change the grid of the study</source>
        <translation>Raster der Studie ändern</translation>
    </message>
    <message>
        <source>Grid, seconds</source>
        <translation>Raster, Sekunden</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Time between two points of the fan; automatic is a hundredth of a run</source>
        <translation>Zeit zwischen zwei Punkten des Fächers; automatisch ist ein Hundertstel eines Laufs</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>Whose paths are shown; automatic is the first one that is recorded</source>
        <translation>Dessen Verläufe gezeigt werden; automatisch ist das erste aufgezeichnete</translation>
    </message>
    <message>
        <source>Measure by which the study stops</source>
        <translation>Kenngröße, nach der die Studie endet</translation>
    </message>
    <message>
        <source>What of the measure has to be known well</source>
        <translation>Was von der Kenngröße genau bekannt sein muss</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>proportion</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>quantile</source>
        <translation>Quantil</translation>
    </message>
    <message>
        <source>Stop early</source>
        <translation>Früher enden</translation>
    </message>
    <message>
        <source>when</source>
        <translation>wenn</translation>
    </message>
    <message>
        <source>The measure that has to be known well enough</source>
        <translation>Die Kenngröße, die genau genug bekannt sein muss</translation>
    </message>
    <message>
        <source>its</source>
        <translation>davon</translation>
    </message>
    <message>
        <source>A proportion is that of the runs in which the measure is not 0</source>
        <translation>Ein Anteil ist der der Läufe, in denen die Kenngröße nicht 0 ist</translation>
    </message>
    <message>
        <source>Change the quantile</source>
        <translation>Quantil ändern</translation>
    </message>
    <message>
        <source>Quantile, from 0 to 1</source>
        <translation>Quantil, von 0 bis 1</translation>
    </message>
    <message>
        <source>from 0 to 1</source>
        <translation>von 0 bis 1</translation>
    </message>
    <message>
        <source>Which quantile: 0.9 is the one that nine runs of ten stay below</source>
        <translation>Welches Quantil: 0.9 ist das, unter dem neun von zehn Läufen bleiben</translation>
    </message>
    <message>
        <source>Change when the study stops</source>
        <translation>Ändern, wann die Studie endet</translation>
    </message>
    <message>
        <source>Half the width of the confidence interval</source>
        <translation>Halbe Breite des Konfidenzintervalls</translation>
    </message>
    <message>
        <source>is known ±</source>
        <translation>bekannt ±</translation>
    </message>
    <message>
        <source>Half the width that the confidence interval (95 %) may have</source>
        <translation>Halbe Breite, die das Konfidenzintervall (95 %) haben darf</translation>
    </message>
    <message>
        <source>Rename a measure</source>
        <translation>Eine Kenngröße umbenennen</translation>
    </message>
    <message>
        <source>Name of measure %1</source>
        <translation>Name von Kenngröße %1</translation>
    </message>
    <message>
        <source>Change a measure</source>
        <translation>Eine Kenngröße ändern</translation>
    </message>
    <message>
        <source>Formula of measure %1</source>
        <translation>Formel von Kenngröße %1</translation>
    </message>
    <message>
        <source>Remove the measure</source>
        <translation>Die Kenngröße entfernen</translation>
    </message>
    <message>
        <source>Remove a measure</source>
        <translation>Eine Kenngröße entfernen</translation>
    </message>
    <message>
        <source>Change the seed</source>
        <translation>Zufallsstartwert ändern</translation>
    </message>
    <message>
        <source>Change the signal that is shown</source>
        <translation>Ändern, welches Signal gezeigt wird</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
</context>
<context>
    <name>loopwright::StudyPanel</name>
    <message>
        <source>Start over</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Forgets the runs that were made, and begins with run 0</source>
        <translation>Vergisst die gemachten Läufe und beginnt mit Lauf 0</translation>
    </message>
    <message>
        <source>Variant of the diagram that is studied</source>
        <translation>Variante des Diagramms, die untersucht wird</translation>
    </message>
    <message>
        <source>Number of a run</source>
        <translation>Nummer eines Laufs</translation>
    </message>
    <message>
        <source>Makes the run with this number again, as the present run: plots show it. A click on a path does the same.</source>
        <translation>Macht den Lauf mit dieser Nummer noch einmal, als aktuellen Lauf: Die Plots zeigen ihn. Ein Klick auf einen Verlauf tut dasselbe.</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Kenngröße</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Failed runs</source>
        <translation>Gescheiterte Läufe</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Ends the runs under way; the study can go on later</source>
        <translation>Beendet die laufenden Läufe; die Studie kann später weitergehen</translation>
    </message>
    <message>
        <source>Makes the runs that are missing</source>
        <translation>Macht die fehlenden Läufe</translation>
    </message>
    <message>
        <source>Makes the runs of the study</source>
        <translation>Macht die Läufe der Studie</translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>Wird aufgebaut…</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>%1 runs/s</source>
        <translation>%1 Läufe/s</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>as precise as asked for</source>
        <translation>so genau wie verlangt</translation>
    </message>
    <message>
        <source>The diagram or what is asked has changed since this study began.</source>
        <translation>Das Diagramm oder was gefragt ist hat sich geändert, seit diese Studie begann.</translation>
    </message>
    <message>
        <source>%1 was not recorded in these runs. Start over to see it.</source>
        <translation>%1 wurde in diesen Läufen nicht aufgezeichnet. „Von vorn“ zeigt es.</translation>
    </message>
    <message>
        <source>A study makes many runs with other draws of noise and random parameters, and shows what they have in common.</source>
        <translation>Eine Studie macht viele Läufe mit anderen Zufallszahlen für Rauschen und zufällige Parameter und zeigt, was sie gemeinsam haben.</translation>
    </message>
    <message>
        <source>There is no theory for the fan: %1.</source>
        <translation>Für den Fächer gibt es keine Theorie: %1.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Puts this study aside, in grey behind the next one, which is compared with it</source>
        <translation>Legt diese Studie beiseite, grau hinter die nächste, die mit ihr verglichen wird</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>kept: %1</source>
        <translation>behalten: %1</translation>
    </message>
    <message>
        <source>Autocorrelation</source>
        <translation>Autokorrelation</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
    <message>
        <source>What is shown of the runs</source>
        <translation>Was von den Läufen gezeigt wird</translation>
    </message>
    <message>
        <source>Figure…</source>
        <translation>Abbildung…</translation>
    </message>
    <message>
        <source>Makes a figure of the fan, for a paper</source>
        <translation>Macht eine Abbildung des Fächers, für eine Veröffentlichung</translation>
    </message>
</context>
<context>
    <name>loopwright::TheoryLines</name>
    <message>
        <source>mean ± 2 deviations by theory</source>
        <translation>Mittelwert ± 2 Abweichungen nach Theorie</translation>
    </message>
    <message>
        <source>mean ± 2 deviations by theory, approximate</source>
        <translation>Mittelwert ± 2 Abweichungen nach Theorie, genähert</translation>
    </message>
</context>
<context>
    <name>loopwright::TheorySwitch</name>
    <message>
        <source>Theory</source>
        <translation>Theorie</translation>
    </message>
    <message>
        <source>It is exact: all that the signal depends on is linear.</source>
        <translation>Sie ist exakt: alles, wovon das Signal abhängt, ist linear.</translation>
    </message>
    <message>
        <source>It is approximate: %1.</source>
        <translation>Sie ist genähert: %1.</translation>
    </message>
    <message>
        <source>There is none: %1.</source>
        <translation>Es gibt keine: %1.</translation>
    </message>
    <message>
        <source>In the end: standard deviation %1.</source>
        <translation>Am Ende: Standardabweichung %1.</translation>
    </message>
    <message>
        <source>In the end: mean %1, standard deviation %2.</source>
        <translation>Am Ende: Mittelwert %1, Standardabweichung %2.</translation>
    </message>
    <message>
        <source>Mean, and 2 standard deviations above and below it, as they follow from the diagram without a run</source>
        <translation>Mittelwert und 2 Standardabweichungen darüber und darunter, wie sie ohne einen Lauf aus dem Diagramm folgen</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The new language is used from the next start on.</source>
        <translation>Die neue Sprache gilt ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Plots</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Signale</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
</context>
<context>
    <name>ParameterName</name>
    <message>
        <source>there is a parameter &apos;%1&apos; already</source>
        <translation>es gibt schon einen Parameter „%1“</translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>thinned before t = %1 s to save memory; extremes are kept</source>
        <translation>vor t = %1 s ausgedünnt, um Speicher zu sparen; Extremwerte bleiben</translation>
    </message>
    <message>
        <source>Recorded signals</source>
        <translation>Aufgezeichnete Signale</translation>
    </message>
</context>
<context>
    <name>NoiseText</name>
    <message>
        <source>In continuous time, variance %1 unit²</source>
        <translation>In kontinuierlicher Zeit, Varianz %1 Einheit²</translation>
    </message>
    <message>
        <source>Its variance grows by %1 unit² each second</source>
        <translation>Seine Varianz wächst um %1 Einheit² je Sekunde</translation>
    </message>
    <message>
        <source>At the start its variance grows by %1 unit² each second</source>
        <translation>Am Anfang wächst seine Varianz um %1 Einheit² je Sekunde</translation>
    </message>
    <message>
        <source>One sample each %1, variance %2 unit²</source>
        <translation>Ein Abtastwert alle %1, Varianz %2 Einheit²</translation>
    </message>
    <message>
        <source>One sample each %1, which depends on the last; variance %2 unit²</source>
        <translation>Ein Abtastwert alle %1, der vom letzten abhängt; Varianz %2 Einheit²</translation>
    </message>
    <message>
        <source>One sample each %1, which adds the variance %2 unit²</source>
        <translation>Ein Abtastwert alle %1, der die Varianz %2 Einheit² hinzufügt</translation>
    </message>
    <message>
        <source>As white noise: two-sided density %1 unit²/Hz, up to %2 Hz</source>
        <translation>Als weißes Rauschen: zweiseitige Dichte %1 Einheit²/Hz, bis %2 Hz</translation>
    </message>
    <message>
        <source>Two-sided density %1 unit²/Hz at 0 Hz, equivalent bandwidth %2 Hz</source>
        <translation>Zweiseitige Dichte %1 Einheit²/Hz bei 0 Hz, äquivalente Rauschbandbreite %2 Hz</translation>
    </message>
    <message>
        <source>The integral of white noise of the two-sided density %1 (unit/s)²/Hz, which has no bandwidth</source>
        <translation>Das Integral von weißem Rauschen der zweiseitigen Dichte %1 (Einheit/s)²/Hz, das keine Bandbreite hat</translation>
    </message>
    <message>
        <source>Driven by white noise: at the start two-sided density %1 (unit/s)²/Hz of its rate, later another; it has no bandwidth</source>
        <translation>Von weißem Rauschen getrieben: am Anfang zweiseitige Dichte %1 (Einheit/s)²/Hz seiner Ableitung, später eine andere; eine Bandbreite hat es nicht</translation>
    </message>
    <message>
        <source>It depends on its state or inputs: at the start its rate has white noise of the two-sided density %1 (unit/s)²/Hz, later another</source>
        <translation>Es hängt von seinem Zustand oder den Eingängen ab: Am Anfang hat seine Ableitung weißes Rauschen der zweiseitigen Dichte %1 (Einheit/s)²/Hz, später ein anderes</translation>
    </message>
    <message>
        <source>Another period keeps the variance of a sample and changes the density</source>
        <translation>Eine andere Periode behält die Varianz eines Abtastwerts und ändert die Dichte</translation>
    </message>
    <message>
        <source>Another period keeps the variance and changes the density</source>
        <translation>Eine andere Periode behält die Varianz und ändert die Dichte</translation>
    </message>
    <message>
        <source>Another period keeps the density and changes the variance of a sample</source>
        <translation>Eine andere Periode behält die Dichte und ändert die Varianz eines Abtastwerts</translation>
    </message>
    <message>
        <source>Another period keeps both, as long as it is short</source>
        <translation>Eine andere Periode behält beide, solange sie kurz ist</translation>
    </message>
    <message>
        <source>What its inputs bring comes on top</source>
        <translation>Was seine Eingänge bringen, kommt hinzu</translation>
    </message>
    <message>
        <source>Another period changes both</source>
        <translation>Eine andere Periode ändert beide</translation>
    </message>
    <message>
        <source>%1 unit²/Hz</source>
        <translation>%1 Einheit²/Hz</translation>
    </message>
    <message>
        <source>%1 (unit/s)²/Hz</source>
        <translation>%1 (Einheit/s)²/Hz</translation>
    </message>
    <message>
        <source>%1 unit²/s</source>
        <translation>%1 Einheit²/s</translation>
    </message>
    <message>
        <source>%1 unit²</source>
        <translation>%1 Einheit²</translation>
    </message>
    <message>
        <source>Element %1: %2</source>
        <translation>Element %1: %2</translation>
    </message>
    <message>
        <source>The variance stays %1; the density is %2 instead of %3 (%4 times)</source>
        <translation>Die Varianz bleibt %1; die Dichte ist %2 statt %3 (das %4-Fache)</translation>
    </message>
    <message>
        <source>The density stays %1; the variance is %2 instead of %3 (%4 times)</source>
        <translation>Die Dichte bleibt %1; die Varianz ist %2 statt %3 (das %4-Fache)</translation>
    </message>
    <message>
        <source>Keep the density instead</source>
        <translation>Stattdessen die Dichte behalten</translation>
    </message>
    <message>
        <source>Keep the variance instead</source>
        <translation>Stattdessen die Varianz behalten</translation>
    </message>
</context>
<context>
    <name>loopwright::NoiseFacts</name>
    <message>
        <source>Change %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>the parameter &apos;%1&apos; is wrong itself: mend it first</source>
        <translation>Der Parameter „%1“ ist selbst falsch: Berichtigen Sie ihn zuerst.</translation>
    </message>
</context>
<context>
    <name>ProblemLines</name>
    <message>
        <source>further problems: %1</source>
        <translation>weitere Probleme: %1</translation>
    </message>
</context>
<context>
    <name>RandomText</name>
    <message>
        <source>&apos;%1&apos; is no distribution: write uniform(lower, upper), gaussian(mean, deviation) or exponential(rate)</source>
        <translation>„%1“ ist keine Verteilung: Schreiben Sie uniform(untere, obere Grenze), gaussian(Mittelwert, Standardabweichung) oder exponential(Rate).</translation>
    </message>
    <message>
        <source>%1 takes 1 number, not %2</source>
        <translation>%1 braucht 1 Zahl, nicht %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %n numbers, not %2</source>
        <translation>
            <numerusform>%1 braucht %n Zahl, nicht %2.</numerusform>
            <numerusform>%1 braucht %n Zahlen, nicht %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>the %1 of %2 is missing</source>
        <comment>the rate of exponential is missing</comment>
        <translation>Bei %2 fehlt %1.</translation>
    </message>
</context>
<context>
    <name>Readings</name>
    <message>
        <source>slope, 1/s</source>
        <translation>Steigung, 1/s</translation>
    </message>
    <message>
        <source>From the value after the earlier cursor to the one before the later</source>
        <translation>Vom Wert nach der früheren Messmarke zum Wert vor der späteren</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>Effektivwert</translation>
    </message>
    <message>
        <source>root of the mean square</source>
        <translation>Wurzel aus dem Mittel der Quadrate</translation>
    </message>
    <message>
        <source>least</source>
        <translation>kleinster Wert</translation>
    </message>
    <message>
        <source>greatest</source>
        <translation>größter Wert</translation>
    </message>
    <message>
        <source>rise time, s</source>
        <translation>Anstiegszeit, s</translation>
    </message>
    <message>
        <source>from 10 % to 90 % of the way from the first to the last value</source>
        <translation>von 10 % bis 90 % des Wegs vom ersten zum letzten Wert</translation>
    </message>
    <message>
        <source>settling time, s</source>
        <translation>Ausregelzeit, s</translation>
    </message>
    <message>
        <source>from then on within 2 % of the way around the last value, counted from the left edge</source>
        <translation>von da an bis auf 2 % des Wegs am letzten Wert, vom linken Rand an gezählt</translation>
    </message>
    <message>
        <source>overshoot, %</source>
        <translation>Überschwingen, %</translation>
    </message>
    <message>
        <source>beyond the last value, of the way from the first one</source>
        <translation>über den letzten Wert hinaus, vom Weg ab dem ersten</translation>
    </message>
    <message>
        <source>undershoot, %</source>
        <translation>Unterschwingen, %</translation>
    </message>
    <message>
        <source>to the other side of the first value</source>
        <translation>zur anderen Seite des ersten Werts</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>the greatest absolute value</source>
        <translation>der größte Betrag</translation>
    </message>
    <message>
        <source>peak time, s</source>
        <translation>Zeit der Spitze, s</translation>
    </message>
    <message>
        <source>counted from the left edge</source>
        <translation>vom linken Rand an gezählt</translation>
    </message>
    <message>
        <source>period, s</source>
        <translation>Periode, s</translation>
    </message>
    <message>
        <source>between rises through the middle of least and greatest</source>
        <translation>zwischen Anstiegen durch die Mitte von kleinstem und größtem Wert</translation>
    </message>
    <message>
        <source>frequency, Hz</source>
        <translation>Frequenz, Hz</translation>
    </message>
    <message>
        <source>1/Δt, Hz</source>
        <translation>1/Δt, Hz</translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>damaged after %1 s</source>
        <translation>beschädigt nach %1 s</translation>
    </message>
    <message>
        <source>cut off at %1 s</source>
        <translation>abgebrochen bei %1 s</translation>
    </message>
    <message>
        <source>ended by %1 at %2 s</source>
        <translation>von %1 beendet bei %2 s</translation>
    </message>
    <message>
        <source>stopped at %1 s</source>
        <translation>beendet bei %1 s</translation>
    </message>
    <message>
        <source>failed at %1 s</source>
        <translation>gescheitert bei %1 s</translation>
    </message>
    <message>
        <source>done at %1 s</source>
        <translation>fertig bei %1 s</translation>
    </message>
    <message>
        <source>%1, by Loopwright %2</source>
        <translation>%1, von Loopwright %2</translation>
    </message>
    <message>
        <source>began %1, %2</source>
        <translation>begonnen %1, %2</translation>
    </message>
    <message>
        <source>The file %1.</source>
        <translation>Die Datei: %1.</translation>
    </message>
    <message>
        <source>its diagram cannot be read</source>
        <translation>sein Diagramm ist nicht lesbar</translation>
    </message>
    <message>
        <source>%1 = %2 from %3 s on</source>
        <translation>%1 = %2 ab %3 s</translation>
    </message>
    <message>
        <source>1 other difference</source>
        <translation>1 weiterer Unterschied</translation>
    </message>
    <message numerus="yes">
        <source>%n other differences</source>
        <translation>
            <numerusform>%n weiterer Unterschied</numerusform>
            <numerusform>%n weitere Unterschiede</numerusform>
        </translation>
    </message>
    <message>
        <source>before the updates (○)</source>
        <translation>vor den Aktualisierungen (○)</translation>
    </message>
    <message>
        <source>after the updates (●)</source>
        <translation>nach den Aktualisierungen (●)</translation>
    </message>
</context>
<context>
    <name>RunTo</name>
    <message>
        <source>A number of seconds like 2.5.</source>
        <translation>Eine Zahl von Sekunden wie 2.5.</translation>
    </message>
    <message>
        <source>The run is past that; it is at t = %1 s.</source>
        <translation>Der Lauf ist weiter; er ist bei t = %1 s.</translation>
    </message>
    <message>
        <source>Run to a time</source>
        <translation>Bis zu einer Zeit</translation>
    </message>
    <message>
        <source>Pause at t, s</source>
        <translation>Anhalten bei t, s</translation>
    </message>
</context>
<context>
    <name>Selection</name>
    <message>
        <source>wire</source>
        <translation>Verbindung</translation>
    </message>
    <message numerus="yes">
        <source>%n wires</source>
        <translation>
            <numerusform>%n Verbindung</numerusform>
            <numerusform>%n Verbindungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>there is no block &apos;%1&apos; any more</source>
        <translation>Es gibt keinen Block „%1“ mehr.</translation>
    </message>
</context>
<context>
    <name>blocklib</name>
    <message>
        <source>0 hangs down</source>
        <translation>0: hängt nach unten</translation>
    </message>
    <message>
        <source>0: never wraps</source>
        <translation>0: läuft nie über</translation>
    </message>
    <message>
        <source>1/sqrt(s)</source>
        <translation>1/sqrt(s)</translation>
    </message>
    <message>
        <source>&lt;= upper</source>
        <translation>&lt;= upper</translation>
    </message>
    <message>
        <source>&gt;= off_threshold</source>
        <translation>&gt;= off_threshold</translation>
    </message>
    <message>
        <source>A constant value.</source>
        <translation>Ein konstanter Wert.</translation>
    </message>
    <message>
        <source>A diagram inside a block.</source>
        <translation>Ein Diagramm in einem Block.</translation>
    </message>
    <message>
        <source>A formula of its inputs.</source>
        <translation>Eine Formel seiner Eingänge.</translation>
    </message>
    <message>
        <source>A pulse train.</source>
        <translation>Eine Folge von Rechteckpulsen.</translation>
    </message>
    <message>
        <source>A ramp.</source>
        <translation>Eine Rampe.</translation>
    </message>
    <message>
        <source>A sawtooth or triangle wave.</source>
        <translation>Eine Sägezahn- oder Dreieckschwingung.</translation>
    </message>
    <message>
        <source>A signal given by a table.</source>
        <translation>Ein Signal nach einer Tabelle.</translation>
    </message>
    <message>
        <source>A signal read from a CSV file.</source>
        <translation>Ein Signal aus einer CSV-Datei.</translation>
    </message>
    <message>
        <source>A sine wave.</source>
        <translation>Eine Sinusschwingung.</translation>
    </message>
    <message>
        <source>A sine with a frequency that sweeps linearly.</source>
        <translation>Ein Sinus, dessen Frequenz sich linear ändert.</translation>
    </message>
    <message>
        <source>A step at a given time.</source>
        <translation>Ein Sprung zu einem gegebenen Zeitpunkt.</translation>
    </message>
    <message>
        <source>Adds and subtracts.</source>
        <translation>Addiert und subtrahiert.</translation>
    </message>
    <message>
        <source>An elementary function.</source>
        <translation>Eine elementare Funktion.</translation>
    </message>
    <message>
        <source>An input of the enclosing subsystem; at the top level an input of the whole diagram.</source>
        <translation>Ein Eingang des umgebenden Teilsystems; in der obersten Ebene ein Eingang des ganzen Diagramms.</translation>
    </message>
    <message>
        <source>An output of the enclosing subsystem or of the whole diagram.</source>
        <translation>Ein Ausgang des umgebenden Teilsystems oder des ganzen Diagramms.</translation>
    </message>
    <message>
        <source>Assert</source>
        <translation>Zusicherung</translation>
    </message>
    <message>
        <source>Backlash</source>
        <translation>Lose</translation>
    </message>
    <message>
        <source>Backward difference.</source>
        <translation>Rückwärtsdifferenz.</translation>
    </message>
    <message>
        <source>Ball that bounces on the floor.</source>
        <translation>Ein Ball, der auf dem Boden springt.</translation>
    </message>
    <message>
        <source>Band-limited white noise</source>
        <translation>Bandbegrenztes weißes Rauschen</translation>
    </message>
    <message>
        <source>Binary sequence</source>
        <translation>Binärfolge</translation>
    </message>
    <message>
        <source>Bogacki and Shampine&apos;s Runge-Kutta pair 3(2)</source>
        <translation>Runge-Kutta-Paar 3(2) von Bogacki und Shampine</translation>
    </message>
    <message>
        <source>Bouncing ball</source>
        <translation>Springender Ball</translation>
    </message>
    <message>
        <source>Brownian motion.</source>
        <translation>Brownsche Bewegung.</translation>
    </message>
    <message>
        <source>CVODE&apos;s Adams-Moulton formulas of order 1 to 12, for smooth systems</source>
        <translation>Adams-Moulton-Formeln der Ordnungen 1 bis 12 von CVODE, für glatte Systeme</translation>
    </message>
    <message>
        <source>CVODE&apos;s backward differentiation formulas of order 1 to 5, for stiff systems</source>
        <translation>Rückwärtsdifferenzenformeln (BDF) der Ordnungen 1 bis 5 von CVODE, für steife Systeme</translation>
    </message>
    <message>
        <source>Cart with an inverted pendulum (point mass).</source>
        <translation>Wagen mit umgekehrtem Pendel (Punktmasse).</translation>
    </message>
    <message>
        <source>Cart-pole</source>
        <translation>Inverses Pendel</translation>
    </message>
    <message>
        <source>Chirp</source>
        <translation>Chirp</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Compares two signals.</source>
        <translation>Vergleicht zwei Signale.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>Continuous pure delay.</source>
        <translation>Reine Totzeit, kontinuierlich.</translation>
    </message>
    <message>
        <source>Continuous transfer function (proper, single input and output).</source>
        <translation>Kontinuierliche Übertragungsfunktion (proper, ein Eingang, ein Ausgang).</translation>
    </message>
    <message>
        <source>Coulomb friction</source>
        <translation>Coulomb-Reibung</translation>
    </message>
    <message>
        <source>Counts its updates.</source>
        <translation>Zählt seine Aktualisierungen.</translation>
    </message>
    <message>
        <source>Counts random arrivals.</source>
        <translation>Zählt zufällige Ankünfte.</translation>
    </message>
    <message>
        <source>DC motor</source>
        <translation>Gleichstrommotor</translation>
    </message>
    <message>
        <source>Damped pendulum driven by a torque.</source>
        <translation>Gedämpftes Pendel, von einem Drehmoment angetrieben.</translation>
    </message>
    <message>
        <source>Dead zone</source>
        <translation>Totzone</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>Delays by a number of samples.</source>
        <translation>Verzögert um eine Anzahl von Abtastwerten.</translation>
    </message>
    <message>
        <source>Delays by one sample.</source>
        <translation>Verzögert um einen Abtastwert.</translation>
    </message>
    <message>
        <source>Demux</source>
        <translation>Demultiplexer</translation>
    </message>
    <message>
        <source>Derivative</source>
        <translation>DT1-Glied</translation>
    </message>
    <message>
        <source>Difference equation</source>
        <translation>Differenzengleichung</translation>
    </message>
    <message>
        <source>Difference equations as formulas.</source>
        <translation>Differenzengleichungen als Formeln.</translation>
    </message>
    <message>
        <source>Differential equation</source>
        <translation>Differentialgleichung</translation>
    </message>
    <message>
        <source>Discrete PID</source>
        <translation>Diskreter PID-Regler</translation>
    </message>
    <message>
        <source>Discrete counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Discrete derivative</source>
        <translation>Differenzenquotient</translation>
    </message>
    <message>
        <source>Discrete integrator</source>
        <translation>Diskreter Integrierer</translation>
    </message>
    <message>
        <source>Discrete state space</source>
        <translation>Diskretes Zustandsmodell</translation>
    </message>
    <message>
        <source>Discrete transfer function</source>
        <translation>Diskrete Übertragungsfunktion</translation>
    </message>
    <message>
        <source>Discrete zero-pole-gain</source>
        <translation>Diskrete Pole und Nullstellen</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>Distribution of a signal&apos;s samples.</source>
        <translation>Verteilung der Werte eines Signals.</translation>
    </message>
    <message>
        <source>Dormand and Prince&apos;s Runge-Kutta pair 5(4)</source>
        <translation>Runge-Kutta-Paar 5(4) von Dormand und Prince</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>Skalarprodukt</translation>
    </message>
    <message>
        <source>Ends an unused output.</source>
        <translation>Schließt einen unbenutzten Ausgang ab.</translation>
    </message>
    <message>
        <source>Ends the run.</source>
        <translation>Beendet den Lauf.</translation>
    </message>
    <message>
        <source>Euler&apos;s method</source>
        <translation>Euler-Verfahren</translation>
    </message>
    <message>
        <source>Evaluates a polynomial.</source>
        <translation>Wertet ein Polynom aus.</translation>
    </message>
    <message>
        <source>Exponential noise</source>
        <translation>Exponentialverteiltes Rauschen</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>FIR filter</source>
        <translation>FIR-Filter</translation>
    </message>
    <message>
        <source>Fails the run when its input is zero.</source>
        <translation>Lässt den Lauf scheitern, wenn der Eingang null ist.</translation>
    </message>
    <message>
        <source>File sink</source>
        <translation>Dateiausgabe</translation>
    </message>
    <message>
        <source>File source</source>
        <translation>Dateiquelle</translation>
    </message>
    <message>
        <source>Filtered derivative.</source>
        <translation>Gefilterte Ableitung.</translation>
    </message>
    <message>
        <source>Finite impulse response filter.</source>
        <translation>Filter mit endlicher Impulsantwort.</translation>
    </message>
    <message>
        <source>First-order hold</source>
        <translation>Halteglied 1. Ordnung</translation>
    </message>
    <message>
        <source>First-order lag</source>
        <translation>PT1-Glied</translation>
    </message>
    <message>
        <source>First-order low-pass.</source>
        <translation>Tiefpass erster Ordnung.</translation>
    </message>
    <message>
        <source>Four-quadrant arctangent</source>
        <translation>Arkustangens (4 Quadranten)</translation>
    </message>
    <message>
        <source>Four-quadrant arctangent.</source>
        <translation>Arkustangens über vier Quadranten.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>From (Empfang)</translation>
    </message>
    <message>
        <source>G(s) = gain*wn^2/(s^2 + 2*zeta*wn*s + wn^2)</source>
        <translation>G(s) = gain*wn^2/(s^2 + 2*zeta*wn*s + wn^2)</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>Gauss-Markov process</source>
        <translation>Gauß-Markow-Prozess</translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation>Gaußsches Rauschen</translation>
    </message>
    <message>
        <source>Geometric Brownian motion</source>
        <translation>Geometrische Brownsche Bewegung</translation>
    </message>
    <message>
        <source>Goto</source>
        <translation>Goto (Senden)</translation>
    </message>
    <message>
        <source>Heun&apos;s method, the explicit trapezoidal rule</source>
        <translation>Heun-Verfahren, die explizite Trapezregel</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Horner</source>
        <translation>Horner-Schema</translation>
    </message>
    <message>
        <source>Independent exponential samples.</source>
        <translation>Unabhängige exponentialverteilte Werte.</translation>
    </message>
    <message>
        <source>Independent normal samples, held between updates.</source>
        <translation>Unabhängige normalverteilte Werte, zwischen den Aktualisierungen gehalten.</translation>
    </message>
    <message>
        <source>Independent uniform samples.</source>
        <translation>Unabhängige gleichverteilte Werte.</translation>
    </message>
    <message>
        <source>Inner product of two vectors.</source>
        <translation>Skalarprodukt zweier Vektoren.</translation>
    </message>
    <message>
        <source>Inport</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Integrates its input.</source>
        <translation>Integriert seinen Eingang.</translation>
    </message>
    <message>
        <source>Integrates, and is reset when its trigger crosses zero.</source>
        <translation>Integriert und wird zurückgesetzt, wenn das Triggersignal die Null kreuzt.</translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation>Integrierer</translation>
    </message>
    <message>
        <source>Interpolates in a grid.</source>
        <translation>Interpoliert in einem Gitter.</translation>
    </message>
    <message>
        <source>Interpolates in a table.</source>
        <translation>Interpoliert in einer Tabelle.</translation>
    </message>
    <message>
        <source>Joins signals into a vector.</source>
        <translation>Fasst Signale zu einem Vektor zusammen.</translation>
    </message>
    <message>
        <source>Kalman filter</source>
        <translation>Kalman-Filter</translation>
    </message>
    <message>
        <source>Kutta&apos;s method of order 3 with the midpoint rule</source>
        <translation>Kutta-Verfahren der Ordnung 3 mit der Mittelpunktregel</translation>
    </message>
    <message>
        <source>L di/dt = V - R i - Ke w; J dw/dt = Kt i - b w - load</source>
        <translation>L di/dt = V - R i - Ke w; J dw/dt = Kt i - b w - load</translation>
    </message>
    <message>
        <source>Limits a signal.</source>
        <translation>Begrenzt ein Signal.</translation>
    </message>
    <message>
        <source>Limits how fast a signal changes.</source>
        <translation>Begrenzt, wie schnell sich ein Signal ändert.</translation>
    </message>
    <message>
        <source>Linear difference equations.</source>
        <translation>Lineare Differenzengleichungen.</translation>
    </message>
    <message>
        <source>Linear state-space system.</source>
        <translation>Lineares System in Zustandsdarstellung.</translation>
    </message>
    <message>
        <source>Logic</source>
        <translation>Logik</translation>
    </message>
    <message>
        <source>Logical operation.</source>
        <translation>Logische Verknüpfung.</translation>
    </message>
    <message>
        <source>Lookup table</source>
        <translation>Kennlinie</translation>
    </message>
    <message>
        <source>Lookup table of two inputs</source>
        <translation>Kennfeld</translation>
    </message>
    <message>
        <source>Lorenz system</source>
        <translation>Lorenz-System</translation>
    </message>
    <message>
        <source>Lorenz system.</source>
        <translation>Lorenz-System.</translation>
    </message>
    <message>
        <source>Mass on a spring with a damper.</source>
        <translation>Masse an einer Feder mit Dämpfer.</translation>
    </message>
    <message>
        <source>Mass-spring-damper</source>
        <translation>Feder-Masse-Dämpfer</translation>
    </message>
    <message>
        <source>Math function</source>
        <translation>Mathematische Funktion</translation>
    </message>
    <message>
        <source>Mean of the last samples.</source>
        <translation>Mittelwert der letzten Abtastwerte.</translation>
    </message>
    <message>
        <source>Mean-reverting noise as a stochastic differential equation.</source>
        <translation>Zum Mittelwert zurückkehrendes Rauschen als stochastische Differentialgleichung.</translation>
    </message>
    <message>
        <source>Minimum or maximum</source>
        <translation>Minimum oder Maximum</translation>
    </message>
    <message>
        <source>Minimum or maximum of its inputs.</source>
        <translation>Minimum oder Maximum seiner Eingänge.</translation>
    </message>
    <message>
        <source>Modulo</source>
        <translation>Modulo</translation>
    </message>
    <message>
        <source>Moving average</source>
        <translation>Gleitender Mittelwert</translation>
    </message>
    <message>
        <source>Multiplicative noise.</source>
        <translation>Multiplikatives Rauschen.</translation>
    </message>
    <message>
        <source>Multiplies and divides elementwise.</source>
        <translation>Multipliziert und dividiert elementweise.</translation>
    </message>
    <message>
        <source>Multiplies by a gain.</source>
        <translation>Multipliziert mit einer Verstärkung.</translation>
    </message>
    <message>
        <source>Multiport switch</source>
        <translation>Mehrfachschalter</translation>
    </message>
    <message>
        <source>Mux</source>
        <translation>Multiplexer</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Norm of a vector.</source>
        <translation>Norm eines Vektors.</translation>
    </message>
    <message>
        <source>Ordinary differential equations as formulas.</source>
        <translation>Gewöhnliche Differentialgleichungen als Formeln.</translation>
    </message>
    <message>
        <source>Ornstein-Uhlenbeck process</source>
        <translation>Ornstein-Uhlenbeck-Prozess</translation>
    </message>
    <message>
        <source>Ornstein-Uhlenbeck process sampled exactly.</source>
        <translation>Ornstein-Uhlenbeck-Prozess, exakt abgetastet.</translation>
    </message>
    <message>
        <source>Outport</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>PID controller</source>
        <translation>PID-Regler</translation>
    </message>
    <message>
        <source>PID with filtered derivative.</source>
        <translation>PID-Regler mit gefiltertem D-Anteil.</translation>
    </message>
    <message>
        <source>Passes one of two signals.</source>
        <translation>Lässt eines von zwei Signalen durch.</translation>
    </message>
    <message>
        <source>Passes the input that an index names.</source>
        <translation>Lässt den Eingang durch, den ein Index nennt.</translation>
    </message>
    <message>
        <source>Pendulum</source>
        <translation>Pendel</translation>
    </message>
    <message>
        <source>Permanent-magnet DC motor.</source>
        <translation>Permanenterregter Gleichstrommotor.</translation>
    </message>
    <message>
        <source>Picks elements.</source>
        <translation>Wählt Elemente aus.</translation>
    </message>
    <message>
        <source>Play in a gear.</source>
        <translation>Spiel in einem Getriebe.</translation>
    </message>
    <message>
        <source>Plots one signal against another.</source>
        <translation>Zeichnet ein Signal über einem anderen.</translation>
    </message>
    <message>
        <source>Plots signals over time.</source>
        <translation>Zeichnet Signale über der Zeit.</translation>
    </message>
    <message>
        <source>Poisson process</source>
        <translation>Poisson-Prozess</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>Polynom</translation>
    </message>
    <message>
        <source>Position and velocity from acceleration.</source>
        <translation>Lage und Geschwindigkeit aus der Beschleunigung.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenz</translation>
    </message>
    <message>
        <source>Power spectral density of a signal (Welch).</source>
        <translation>Leistungsdichtespektrum eines Signals (Welch).</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Pseudo-random binary sequence (maximal-length shift register).</source>
        <translation>Pseudozufällige Binärfolge (Schieberegister maximaler Länge).</translation>
    </message>
    <message>
        <source>Pulse</source>
        <translation>Puls</translation>
    </message>
    <message>
        <source>Quantizer</source>
        <translation>Quantisierer</translation>
    </message>
    <message>
        <source>Raises to a constant power.</source>
        <translation>Potenziert mit einem konstanten Exponenten.</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>Rampe</translation>
    </message>
    <message>
        <source>Random walk</source>
        <translation>Irrfahrt</translation>
    </message>
    <message>
        <source>Rate limiter</source>
        <translation>Anstiegsbegrenzer</translation>
    </message>
    <message>
        <source>Receives a Goto&apos;s signal.</source>
        <translation>Empfängt das Signal eines Goto-Blocks.</translation>
    </message>
    <message>
        <source>Relay</source>
        <translation>Zweipunktglied</translation>
    </message>
    <message>
        <source>Remainder after division.</source>
        <translation>Rest einer Division.</translation>
    </message>
    <message>
        <source>Resettable integrator</source>
        <translation>Rücksetzbarer Integrierer</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>Rounds to multiples of an interval.</source>
        <translation>Rundet auf Vielfache eines Intervalls.</translation>
    </message>
    <message>
        <source>Rounds.</source>
        <translation>Rundet.</translation>
    </message>
    <message>
        <source>Sampled PID controller.</source>
        <translation>Abgetasteter PID-Regler.</translation>
    </message>
    <message>
        <source>Samples and extrapolates.</source>
        <translation>Tastet ab und extrapoliert.</translation>
    </message>
    <message>
        <source>Samples and holds.</source>
        <translation>Tastet ab und hält.</translation>
    </message>
    <message>
        <source>Samples when its trigger crosses zero.</source>
        <translation>Tastet ab, wenn das Triggersignal die Null kreuzt.</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Begrenzung</translation>
    </message>
    <message>
        <source>Sawtooth</source>
        <translation>Sägezahn</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Oszilloskop</translation>
    </message>
    <message>
        <source>Second-order integrator</source>
        <translation>Doppelintegrierer</translation>
    </message>
    <message>
        <source>Second-order lag</source>
        <translation>PT2-Glied</translation>
    </message>
    <message>
        <source>Second-order system.</source>
        <translation>System zweiter Ordnung.</translation>
    </message>
    <message>
        <source>Selector</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Sends a signal to the From blocks of the same tag.</source>
        <translation>Sendet ein Signal an die From-Blöcke mit derselben Marke.</translation>
    </message>
    <message>
        <source>Shows the current value on the block.</source>
        <translation>Zeigt den aktuellen Wert auf dem Block.</translation>
    </message>
    <message>
        <source>Signal table</source>
        <translation>Signaltabelle</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>Sinus</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
    <message>
        <source>Splits a vector.</source>
        <translation>Zerlegt einen Vektor.</translation>
    </message>
    <message>
        <source>State space</source>
        <translation>Zustandsmodell</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>Stochastic differential equation</source>
        <translation>Stochastische Differentialgleichung</translation>
    </message>
    <message>
        <source>Stochastic differential equations as formulas.</source>
        <translation>Stochastische Differentialgleichungen als Formeln.</translation>
    </message>
    <message>
        <source>Stop when</source>
        <translation>Stopp bei</translation>
    </message>
    <message>
        <source>Subsystem</source>
        <translation>Teilsystem</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Sum of independent normal steps.</source>
        <translation>Summe unabhängiger normalverteilter Schritte.</translation>
    </message>
    <message>
        <source>Sums its input.</source>
        <translation>Summiert seinen Eingang auf.</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Umschalter</translation>
    </message>
    <message>
        <source>Switch with hysteresis.</source>
        <translation>Schalter mit Hysterese.</translation>
    </message>
    <message>
        <source>Terminator</source>
        <translation>Abschluss</translation>
    </message>
    <message>
        <source>The simulated time.</source>
        <translation>Die simulierte Zeit.</translation>
    </message>
    <message>
        <source>Time-varying discrete Kalman filter.</source>
        <translation>Zeitvariantes diskretes Kalman-Filter.</translation>
    </message>
    <message>
        <source>Transfer function</source>
        <translation>Übertragungsfunktion</translation>
    </message>
    <message>
        <source>Transfer function by zeros, poles and gain.</source>
        <translation>Übertragungsfunktion aus Nullstellen, Polen und Verstärkung.</translation>
    </message>
    <message>
        <source>Transfer function in z by zeros, poles, gain.</source>
        <translation>Übertragungsfunktion in z aus Nullstellen, Polen und Verstärkung.</translation>
    </message>
    <message>
        <source>Transfer function in z.</source>
        <translation>Übertragungsfunktion in z.</translation>
    </message>
    <message>
        <source>Transport delay</source>
        <translation>Totzeit</translation>
    </message>
    <message>
        <source>Triggered sampler</source>
        <translation>Getriggerter Abtaster</translation>
    </message>
    <message>
        <source>Uniform noise</source>
        <translation>Gleichverteiltes Rauschen</translation>
    </message>
    <message>
        <source>Unit delay</source>
        <translation>Einheitsverzögerung</translation>
    </message>
    <message>
        <source>V s/rad</source>
        <translation>V s/rad</translation>
    </message>
    <message>
        <source>Van der Pol oscillator</source>
        <translation>Van-der-Pol-Oszillator</translation>
    </message>
    <message>
        <source>Van der Pol oscillator.</source>
        <translation>Van-der-Pol-Oszillator.</translation>
    </message>
    <message>
        <source>White noise of a given power spectral density, held.</source>
        <translation>Weißes Rauschen gegebener Leistungsdichte, gehalten.</translation>
    </message>
    <message>
        <source>Wiener process</source>
        <translation>Wiener-Prozess</translation>
    </message>
    <message>
        <source>Writes a signal to a CSV file.</source>
        <translation>Schreibt ein Signal in eine CSV-Datei.</translation>
    </message>
    <message>
        <source>XY scope</source>
        <translation>XY-Oszilloskop</translation>
    </message>
    <message>
        <source>Zero inside a band.</source>
        <translation>Null innerhalb eines Bandes.</translation>
    </message>
    <message>
        <source>Zero-order hold</source>
        <translation>Halteglied 0. Ordnung</translation>
    </message>
    <message>
        <source>Zero-pole-gain</source>
        <translation>Pole und Nullstellen</translation>
    </message>
    <message>
        <source>a Goto of that tag in the same level</source>
        <translation>ein Goto-Block mit dieser Marke in derselben Ebene</translation>
    </message>
    <message>
        <source>a row per state, a column per Wiener process</source>
        <translation>eine Zeile je Zustand, eine Spalte je Wiener-Prozess</translation>
    </message>
    <message>
        <source>a shift register of `samples` states: y = x_N, x_1+ = u-, x_i+ = x_{i-1}-; samples = 1 is UnitDelay; on (nh, (n+1)h] y = u((n+1-N)h). (Drake&apos;s DiscreteTimeDelay(h, N) is samples = N + 1.)</source>
        <translation>ein Schieberegister mit `samples` Zuständen: y = x_N, x_1+ = u-, x_i+ = x_{i-1}-; samples = 1 ist UnitDelay; in (nh, (n+1)h] gilt y = u((n+1-N)h). (DiscreteTimeDelay(h, N) von Drake ist samples = N + 1.)</translation>
    </message>
    <message>
        <source>all but forward</source>
        <translation>alle außer forward</translation>
    </message>
    <message>
        <source>an input is true when it is not 0</source>
        <translation>ein Eingang ist wahr, wenn er nicht 0 ist</translation>
    </message>
    <message>
        <source>angle = atan2(y, x)</source>
        <translation>Winkel = atan2(y, x)</translation>
    </message>
    <message>
        <source>angular frequency</source>
        <translation>Kreisfrequenz</translation>
    </message>
    <message>
        <source>as GaussianNoise</source>
        <translation>wie GaussianNoise</translation>
    </message>
    <message>
        <source>as GaussianNoise, with mean 0 and variance power/period</source>
        <translation>wie GaussianNoise, mit Mittelwert 0 und Varianz power/period</translation>
    </message>
    <message>
        <source>as SignalTable; a missing file, a missing column, a non-number or times out of order is a diagnostic that names file, line and column</source>
        <translation>wie SignalTable; eine fehlende Datei oder Spalte, ein Wert, der keine Zahl ist, und falsch geordnete Zeiten werden mit Datei, Zeile und Spalte gemeldet</translation>
    </message>
    <message>
        <source>as its contents</source>
        <translation>wie sein Inhalt</translation>
    </message>
    <message>
        <source>as many</source>
        <translation>ebenso viele</translation>
    </message>
    <message>
        <source>at an isolated crossing of `reset`, x+ = x0 (the input; its pre-event value; unwired: initial_value)</source>
        <translation>an einem genau bestimmten Nulldurchgang von `reset` wird x+ = x0 (der Eingang mit seinem Wert vor dem Ereignis; nicht verbunden: initial_value)</translation>
    </message>
    <message>
        <source>at an isolated crossing x+ = u-; y = x</source>
        <translation>an einem genau bestimmten Nulldurchgang wird x+ = u-; y = x</translation>
    </message>
    <message>
        <source>at each update, with e = u- (e_previous is 0 before the first): output+ = kp*e + ki*period*(sum of e up to and with this one) + kd*(e - e_previous)/period, clamped, with the sum frozen while clamped outward; y = output, held</source>
        <translation>bei jeder Aktualisierung mit e = u- (vor der ersten ist e_previous 0): output+ = kp*e + ki*period*(Summe der e bis einschließlich diesem) + kd*(e - e_previous)/period, begrenzt, wobei die Summe stehen bleibt, solange nach außen begrenzt wird; y = output, gehalten</translation>
    </message>
    <message>
        <source>at each update: measurement update with measurement-, then time update with u-; estimate = the a-posteriori estimate of the last update</source>
        <translation>bei jeder Aktualisierung: Korrektur mit measurement-, dann Prädiktion mit u-; estimate = der A-posteriori-Schätzwert der letzten Aktualisierung</translation>
    </message>
    <message>
        <source>at each update: output+ = sum b_k*u[n-k]; y = output, held</source>
        <translation>bei jeder Aktualisierung: output+ = Summe b_k*u[n-k]; y = output, gehalten</translation>
    </message>
    <message>
        <source>before the first and after the last time</source>
        <translation>vor dem ersten und nach dem letzten Zeitpunkt</translation>
    </message>
    <message>
        <source>bias + amplitude from fma(k, period, delay) for duty*period, k &gt;= 0, else bias; each edge is a discrete update of the level (semantics 12); duty 0: never high, duty 1: high from delay on, no events where edges meet; a start time inside a pulse starts high</source>
        <translation>bias + amplitude ab fma(k, period, delay) für die Dauer duty*period, k &gt;= 0, sonst bias; jede Flanke ist eine diskrete Aktualisierung des Pegels (Semantik 12); duty 0: nie hoch, duty 1: hoch ab delay, keine Ereignisse, wo Flanken zusammenfallen; liegt die Startzeit in einem Puls, so ist der Pegel zu Beginn hoch</translation>
    </message>
    <message>
        <source>bilinear</source>
        <translation>bilinear</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>Wahrheitswert</translation>
    </message>
    <message>
        <source>breakpoints are timed events; with hold, and where repeat wraps or zero ends, the level is discrete state (semantics 12)</source>
        <translation>Stützstellen sind Zeitereignisse; bei hold, und wo repeat von vorn beginnt oder zero endet, ist der Pegel ein diskreter Zustand (Semantik 12)</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>comma-separated header names, empty for all</source>
        <translation>Spaltennamen, durch Kommas getrennt; leer: alle</translation>
    </message>
    <message>
        <source>complex numbers as &quot;-1+2i&quot;</source>
        <translation>komplexe Zahlen in der Form „-1+2i“</translation>
    </message>
    <message>
        <source>complex vector</source>
        <translation>komplexer Vektor</translation>
    </message>
    <message>
        <source>concatenates in order</source>
        <translation>hängt der Reihe nach aneinander</translation>
    </message>
    <message>
        <source>conjugate pairs</source>
        <translation>konjugiert komplexe Paare</translation>
    </message>
    <message>
        <source>continuous</source>
        <translation>kontinuierlich</translation>
    </message>
    <message>
        <source>controllable canonical form (a denominator that is not monic is normalised), zero initial state</source>
        <translation>Regelungsnormalform (ein Nenner mit höchstem Koeffizienten ungleich 1 wird normiert), Anfangszustand null</translation>
    </message>
    <message>
        <source>controllable canonical form, zero initial state</source>
        <translation>Regelungsnormalform, Anfangszustand null</translation>
    </message>
    <message>
        <source>counted from 0</source>
        <translation>ab 0 gezählt</translation>
    </message>
    <message>
        <source>degree &gt;= numerator&apos;s</source>
        <translation>Grad &gt;= Zählergrad</translation>
    </message>
    <message>
        <source>discrete</source>
        <translation>diskret</translation>
    </message>
    <message>
        <source>division by zero is an IEEE result; a non-finite derivative fails the run and names the block</source>
        <translation>eine Division durch null ergibt den IEEE-Wert; bei einer nicht endlichen Ableitung scheitert der Lauf und nennt den Block</translation>
    </message>
    <message>
        <source>dq/dt = v, dv/dt = u; q and v are declared as configuration and velocity state</source>
        <translation>dq/dt = v, dv/dt = u; q und v sind als Lage- und Geschwindigkeitszustand erklärt</translation>
    </message>
    <message>
        <source>draw the initial value from the stationary distribution</source>
        <translation>den Anfangswert aus der stationären Verteilung ziehen</translation>
    </message>
    <message>
        <source>dx = -(1/tau) x dt + sqrt(2/tau)*sigma_st dW, y = x, advanced by the diagram&apos;s stochastic integrator</source>
        <translation>dx = -(1/tau) x dt + sqrt(2/tau)*sigma_st dW, y = x, fortgeschritten vom stochastischen Integrationsverfahren des Diagramms</translation>
    </message>
    <message>
        <source>dx = drift dt + diffusion dW (Ito)</source>
        <translation>dx = drift dt + diffusion dW (Ito)</translation>
    </message>
    <message>
        <source>dx = intensity dW</source>
        <translation>dx = intensity dW</translation>
    </message>
    <message>
        <source>dx = mu x dt + sigma x dW (Ito)</source>
        <translation>dx = mu x dt + sigma x dW (Ito)</translation>
    </message>
    <message>
        <source>dx/dt = u, y = x; at a limit the state is set exactly to it and stays until u turns back (both instants are isolated events)</source>
        <translation>dx/dt = u, y = x; an einer Grenze wird der Zustand genau auf sie gesetzt und bleibt dort, bis u umkehrt (beide Zeitpunkte sind genau bestimmte Ereignisse)</translation>
    </message>
    <message>
        <source>dx_i/dt = derivatives[i]; y_j = outputs[j]</source>
        <translation>dx_i/dt = derivatives[i]; y_j = outputs[j]</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>elementwise; each jump is located</source>
        <translation>elementweise; jeder Sprung wird genau bestimmt</translation>
    </message>
    <message>
        <source>find the instants of state events, rather than act at the end of the step</source>
        <translation>die Zeitpunkte von Zustandsereignissen genau bestimmen, statt erst am Schrittende zu handeln</translation>
    </message>
    <message>
        <source>formulas</source>
        <translation>Formeln</translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., n (the step number), t and the diagram&apos;s parameters</source>
        <translation>Formeln in x1.., u1.., n (der Nummer des Schritts), t und den Parametern des Diagramms</translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., t</source>
        <translation>Formeln in x1.., u1.., t</translation>
    </message>
    <message>
        <source>formulas in x1.., u1.., t and the diagram&apos;s parameters</source>
        <translation>Formeln in x1.., u1.., t und den Parametern des Diagramms</translation>
    </message>
    <message>
        <source>forward: y = x, x+ = x- + gain*period*u-; backward: y = x + gain*period*u; trapezoidal: y = x + gain*period/2*u</source>
        <translation>forward: y = x, x+ = x- + gain*period*u-; backward: y = x + gain*period*u; trapezoidal: y = x + gain*period/2*u</translation>
    </message>
    <message>
        <source>fraction of the period that is high</source>
        <translation>Anteil der Periode mit hohem Pegel</translation>
    </message>
    <message>
        <source>free fall; at an isolated impact height+ = 0, velocity+ = -restitution*velocity-; where the next flight 2*v+/gravity would be shorter than 1e-9*max(1, |t|) s the ball rests: height 0, velocity 0, derivative 0, no more events</source>
        <translation>freier Fall; bei einem genau bestimmten Aufprall wird height+ = 0, velocity+ = -restitution*velocity-; wäre der nächste Flug 2*v+/gravity kürzer als 1e-9*max(1, |t|) s, so ruht der Ball: Höhe 0, Geschwindigkeit 0, Ableitung 0, keine weiteren Ereignisse</translation>
    </message>
    <message>
        <source>highest power first</source>
        <translation>höchste Potenz zuerst</translation>
    </message>
    <message>
        <source>highest power of s first</source>
        <translation>höchste Potenz von s zuerst</translation>
    </message>
    <message>
        <source>highest power of z first</source>
        <translation>höchste Potenz von z zuerst</translation>
    </message>
    <message>
        <source>holds a nested `diagram`; ports are named after the Inport and Outport blocks inside, ordered by their `index`</source>
        <translation>enthält ein `diagram`; die Anschlüsse heißen wie die Inport- und Outport-Blöcke darin und sind nach deren `index` geordnet</translation>
    </message>
    <message>
        <source>in u1..un (scalars; u1[0] for elements), t and the diagram&apos;s parameters; several formulas separated by &apos;;&apos; give a vector</source>
        <translation>in u1..un (Skalare; u1[0] für Elemente), t und den Parametern des Diagramms; mehrere Formeln, durch „;“ getrennt, ergeben einen Vektor</translation>
    </message>
    <message>
        <source>index counted from 1, rounded; out of range fails the run and names the block</source>
        <translation>Index ab 1 gezählt und gerundet; außerhalb des Bereichs scheitert der Lauf und nennt den Block</translation>
    </message>
    <message>
        <source>input before the start</source>
        <translation>Eingang vor dem Start</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>m dv/dt = force - k q - c v; reports potential and kinetic energy and conservative and non-conservative power</source>
        <translation>m dv/dt = force - k q - c v; gibt potentielle und kinetische Energie sowie konservative und nichtkonservative Leistung an</translation>
    </message>
    <message>
        <source>m l^2 d(rate)/dt = torque - damping*rate - m g l sin(angle); energies as above</source>
        <translation>m l^2 d(rate)/dt = torque - damping*rate - m g l sin(angle); Energien wie oben</translation>
    </message>
    <message>
        <source>marks a random input; at the top level a random source is connected (period below)</source>
        <translation>kennzeichnet einen zufälligen Eingang; in der obersten Ebene wird eine Zufallsquelle angeschlossen (Abtastzeit siehe unten)</translation>
    </message>
    <message>
        <source>math</source>
        <translation>Mathematik</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>measurement noise covariance</source>
        <translation>Kovarianz des Messrauschens</translation>
    </message>
    <message>
        <source>missing samples before the start count as the first sample</source>
        <translation>fehlende Werte vor dem Start zählen wie der erste Abtastwert</translation>
    </message>
    <message>
        <source>n x n, positive semidefinite</source>
        <translation>n x n, positiv semidefinit</translation>
    </message>
    <message>
        <source>name of the random stream; empty: the block&apos;s path when it was made (a rename, move or grouping by the editor writes the old path here; a copy gets its own)</source>
        <translation>Name des Zufallsstroms; leer: der Pfad des Blocks bei seiner Entstehung (Umbenennen, Verschieben und Gruppieren im Editor tragen hier den alten Pfad ein; eine Kopie erhält ihren eigenen)</translation>
    </message>
    <message>
        <source>newest sample first</source>
        <translation>neuester Abtastwert zuerst</translation>
    </message>
    <message>
        <source>nonlinear</source>
        <translation>nichtlinear</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>ohm</source>
        <translation>Ω</translation>
    </message>
    <message>
        <source>one operator per input</source>
        <translation>ein Operator je Eingang</translation>
    </message>
    <message>
        <source>one per derivative</source>
        <translation>einer je Ableitung</translation>
    </message>
    <message>
        <source>one per update</source>
        <translation>einer je Aktualisierung</translation>
    </message>
    <message>
        <source>one row per time</source>
        <translation>eine Zeile je Zeitpunkt</translation>
    </message>
    <message>
        <source>one sign per input</source>
        <translation>ein Vorzeichen je Eingang</translation>
    </message>
    <message>
        <source>only * and /</source>
        <translation>nur * und /</translation>
    </message>
    <message>
        <source>only + and -</source>
        <translation>nur + und -</translation>
    </message>
    <message>
        <source>output limit</source>
        <translation>Grenze des Ausgangs</translation>
    </message>
    <message>
        <source>output until t = delay</source>
        <translation>Ausgang bis t = delay</translation>
    </message>
    <message>
        <source>p x p, positive definite</source>
        <translation>p x p, positiv definit</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitzenwert</translation>
    </message>
    <message>
        <source>plants</source>
        <translation>Strecken</translation>
    </message>
    <message>
        <source>position, angle (0 upright), velocity, rate</source>
        <translation>Lage, Winkel (0: aufrecht), Geschwindigkeit, Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>process noise covariance</source>
        <translation>Kovarianz des Prozessrauschens</translation>
    </message>
    <message>
        <source>rad</source>
        <translation>rad</translation>
    </message>
    <message>
        <source>rad/s</source>
        <translation>rad/s</translation>
    </message>
    <message>
        <source>record at multiples of this; null: at every step</source>
        <translation>bei Vielfachen davon aufzeichnen; null: bei jedem Schritt</translation>
    </message>
    <message>
        <source>record both values of every signal at each update</source>
        <translation>bei jeder Aktualisierung beide Werte jedes Signals aufzeichnen</translation>
    </message>
    <message>
        <source>register length</source>
        <translation>Länge des Registers</translation>
    </message>
    <message>
        <source>relative to the diagram&apos;s file</source>
        <translation>relativ zur Datei des Diagramms</translation>
    </message>
    <message>
        <source>relative to the diagram&apos;s file; first column time</source>
        <translation>relativ zur Datei des Diagramms; erste Spalte: Zeit</translation>
    </message>
    <message>
        <source>routing</source>
        <translation>Signalführung</translation>
    </message>
    <message>
        <source>rows x columns</source>
        <translation>Zeilen x Spalten</translation>
    </message>
    <message>
        <source>sample 0 is seen at the start time (x-); the k-th update draws sample k; element i of a vector of width m uses draw k*m + i</source>
        <translation>Wert 0 gilt zur Startzeit (x-); die k-te Aktualisierung zieht Wert k; Element i eines Vektors der Breite m verwendet Ziehung k*m + i</translation>
    </message>
    <message>
        <source>sampling period h</source>
        <translation>Abtastzeit h</translation>
    </message>
    <message>
        <source>sampling period of that source</source>
        <translation>Abtastzeit dieser Quelle</translation>
    </message>
    <message>
        <source>sawtooth rises from -amplitude to amplitude over each period, its fall is a discrete update (semantics 12); triangle goes up and down, its corners are timed events</source>
        <translation>sawtooth steigt in jeder Periode von -amplitude bis amplitude, der Abfall ist eine diskrete Aktualisierung (Semantik 12); triangle steigt und fällt, seine Ecken sind Zeitereignisse</translation>
    </message>
    <message>
        <source>scalar or vector: elementwise; matrix: y = K u</source>
        <translation>Skalar oder Vektor: elementweise; Matrix: y = K u</translation>
    </message>
    <message>
        <source>shows continuous signals as lines, discrete ones as held values with o (before) and filled (after) markers at every update</source>
        <translation>zeigt kontinuierliche Signale als Linien, diskrete als gehaltene Werte mit offenen (davor) und gefüllten (danach) Kreisen bei jeder Aktualisierung</translation>
    </message>
    <message>
        <source>sigma</source>
        <translation>sigma</translation>
    </message>
    <message>
        <source>sigma_st</source>
        <translation>sigma_st</translation>
    </message>
    <message>
        <source>simulated seconds per second; 0: as fast as possible</source>
        <translation>simulierte Sekunden je Sekunde; 0: so schnell wie möglich</translation>
    </message>
    <message>
        <source>sinks</source>
        <translation>Senken</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>standard deviation of one step</source>
        <translation>Standardabweichung eines Schritts</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>start of the first pulse</source>
        <translation>Beginn des ersten Pulses</translation>
    </message>
    <message>
        <source>state = [position, angle, velocity, rate]</source>
        <translation>Zustand = [Lage, Winkel, Geschwindigkeit, Winkelgeschwindigkeit]</translation>
    </message>
    <message>
        <source>state at the start time (a scalar applies to every element)</source>
        <translation>Zustand zur Startzeit (ein Skalar gilt für jedes Element)</translation>
    </message>
    <message>
        <source>stochastic</source>
        <translation>stochastisch</translation>
    </message>
    <message>
        <source>strictly increasing</source>
        <translation>streng steigend</translation>
    </message>
    <message>
        <source>sum = width of u</source>
        <translation>Summe = Breite von u</translation>
    </message>
    <message>
        <source>switches on when u rises through on_threshold, off when it falls through off_threshold; both crossings are isolated by witness functions; its state is set in Initialize from u(t0), in feedthrough order, so y- at the start is already right</source>
        <translation>schaltet ein, wenn u steigend on_threshold durchläuft, und aus, wenn u fallend off_threshold durchläuft; beide Durchgänge werden genau bestimmt; der Zustand wird bei der Initialisierung aus u(t0) gesetzt, in der Reihenfolge des Durchgriffs, so dass y- schon zu Beginn stimmt</translation>
    </message>
    <message>
        <source>tau</source>
        <translation>tau</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text list</source>
        <translation>Liste von Texten</translation>
    </message>
    <message>
        <source>text matrix</source>
        <translation>Matrix von Texten</translation>
    </message>
    <message>
        <source>the classical Runge-Kutta method</source>
        <translation>das klassische Runge-Kutta-Verfahren</translation>
    </message>
    <message>
        <source>the error allowed where a state is near 0; null: 1e-3 of the accuracy</source>
        <translation>zulässiger Fehler, wo ein Zustand nahe 0 ist; null: 1e-3 der Genauigkeit</translation>
    </message>
    <message>
        <source>the expression language of format.md; works for double, automatic differentiation and symbolic scalars</source>
        <translation>die Ausdruckssprache aus format.md; gilt für double, automatisches Differenzieren und symbolische Skalare</translation>
    </message>
    <message>
        <source>the failure names block, time and message</source>
        <translation>die Fehlermeldung nennt Block, Zeit und Text</translation>
    </message>
    <message>
        <source>the implicit Euler method, for stiff systems</source>
        <translation>das implizite Euler-Verfahren, für steife Systeme</translation>
    </message>
    <message>
        <source>the level is discrete state; an update at `time` changes it: at that instant y- = initial, y+ = final (semantics 12)</source>
        <translation>der Pegel ist ein diskreter Zustand; eine Aktualisierung bei `time` ändert ihn: zu diesem Zeitpunkt ist y- = initial, y+ = final (Semantik 12)</translation>
    </message>
    <message>
        <source>the longest step; null: a fiftieth of the run</source>
        <translation>der längste Schritt; null: ein Fünfzigstel des Laufs</translation>
    </message>
    <message>
        <source>the method for continuous states</source>
        <translation>das Verfahren für kontinuierliche Zustände</translation>
    </message>
    <message>
        <source>the method for diagrams with diffusion</source>
        <translation>das Verfahren für Diagramme mit Diffusion</translation>
    </message>
    <message>
        <source>the relative error allowed in a step</source>
        <translation>zulässiger relativer Fehler in einem Schritt</translation>
    </message>
    <message>
        <source>the step of a run without error control; null: a method with an error estimate controls its step, another takes a thousandth of the run</source>
        <translation>der Schritt eines Laufs ohne Fehlersteuerung; null: ein Verfahren mit Fehlerschätzung steuert seinen Schritt, ein anderes nimmt ein Tausendstel des Laufs</translation>
    </message>
    <message>
        <source>the step of that method, which is also the error of the times of state events; null: a ten-thousandth of the run</source>
        <translation>der Schritt dieses Verfahrens und damit auch der Fehler der Zeitpunkte von Zustandsereignissen; null: ein Zehntausendstel des Laufs</translation>
    </message>
    <message>
        <source>the symplectic Euler method: velocities first, then positions</source>
        <translation>das symplektische Euler-Verfahren: erst Geschwindigkeiten, dann Lagen</translation>
    </message>
    <message>
        <source>the time at which a run ends</source>
        <translation>die Zeit, zu der ein Lauf endet</translation>
    </message>
    <message>
        <source>the time at which a run starts</source>
        <translation>die Zeit, zu der ein Lauf beginnt</translation>
    </message>
    <message>
        <source>the value; a vector gives a vector signal</source>
        <translation>der Wert; ein Vektor ergibt ein Vektorsignal</translation>
    </message>
    <message>
        <source>three-stage Radau IIA, for stiff systems</source>
        <translation>dreistufiges Radau IIA, für steife Systeme</translation>
    </message>
    <message>
        <source>time of the first update; updates run at offset + k*period, k = 0, 1, ...</source>
        <translation>Zeit der ersten Aktualisierung; aktualisiert wird bei offset + k*period, k = 0, 1, ...</translation>
    </message>
    <message>
        <source>time_constant*dy/dt + y = gain*u</source>
        <translation>time_constant*dy/dt + y = gain*u</translation>
    </message>
    <message>
        <source>two-sided power spectral density height</source>
        <translation>Höhe der zweiseitigen Leistungsdichte</translation>
    </message>
    <message>
        <source>unique per diagram level</source>
        <translation>eindeutig je Ebene des Diagramms</translation>
    </message>
    <message>
        <source>used at the top level</source>
        <translation>gilt in der obersten Ebene</translation>
    </message>
    <message>
        <source>value before</source>
        <translation>Wert davor</translation>
    </message>
    <message>
        <source>value before the start</source>
        <translation>Wert vor dem Start</translation>
    </message>
    <message>
        <source>value from then on</source>
        <translation>Wert von da an</translation>
    </message>
    <message>
        <source>value of an unconnected input</source>
        <translation>Wert eines nicht verbundenen Eingangs</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>what all random draws follow from</source>
        <translation>woraus alle Zufallszahlen folgen</translation>
    </message>
    <message>
        <source>when the step happens</source>
        <translation>wann der Sprung geschieht</translation>
    </message>
    <message>
        <source>when u becomes non-zero (located, across jumps and at the start time too), the run ends there with status `terminated`, naming the block</source>
        <translation>wenn u ungleich null wird (genau bestimmt, auch über Sprünge hinweg und zur Startzeit), endet der Lauf dort mit dem Status `terminated` und nennt den Block</translation>
    </message>
    <message>
        <source>where D has a non-zero element</source>
        <translation>wo D ein Element ungleich null hat</translation>
    </message>
    <message>
        <source>where an output formula names an input</source>
        <translation>wo eine Ausgangsformel einen Eingang nennt</translation>
    </message>
    <message>
        <source>where as many zeros as poles</source>
        <translation>bei ebenso vielen Nullstellen wie Polen</translation>
    </message>
    <message>
        <source>where numerator and denominator have equal degree</source>
        <translation>wenn Zähler und Nenner gleichen Grad haben</translation>
    </message>
    <message>
        <source>where the degrees are equal</source>
        <translation>wenn die Grade gleich sind</translation>
    </message>
    <message>
        <source>with one vector input: over its elements</source>
        <translation>mit einem Vektor als Eingang: über dessen Elemente</translation>
    </message>
    <message>
        <source>written atomically when the run ends; an unwritable path fails before the run starts</source>
        <translation>am Ende des Laufs in einem Zug geschrieben; ein nicht beschreibbarer Pfad wird vor dem Lauf gemeldet</translation>
    </message>
    <message>
        <source>x+ = a x- + sigma_st*sqrt(1 - a^2)*w, a = exp(-period/tau); draw 0 is the stationary start (kept free otherwise)</source>
        <translation>x+ = a x- + sigma_st*sqrt(1 - a^2)*w, a = exp(-period/tau); Ziehung 0 ist der stationäre Start (sonst bleibt sie frei)</translation>
    </message>
    <message>
        <source>x+ = x- + w; the k-th update uses draw k</source>
        <translation>x+ = x- + w; die k-te Aktualisierung verwendet Ziehung k</translation>
    </message>
    <message>
        <source>x_i+ = updates[i](n, x-, u-); y_j = outputs[j](n, x, u); n counts the updates done</source>
        <translation>x_i+ = updates[i](n, x-, u-); y_j = outputs[j](n, x, u); n zählt die bisherigen Aktualisierungen</translation>
    </message>
    <message>
        <source>y = (x_newest - x_previous)/period of the two last samples</source>
        <translation>y = (x_newest - x_previous)/period der beiden letzten Abtastwerte</translation>
    </message>
    <message>
        <source>y = +amplitude or -amplitude; repeats after 2^bits - 1 samples</source>
        <translation>y = +amplitude oder -amplitude; wiederholt sich nach 2^bits - 1 Werten</translation>
    </message>
    <message>
        <source>y = 1 where true, else 0 (a mode); == and != between continuous signals are true only while they are held equal</source>
        <translation>y = 1, wo wahr, sonst 0 (ein Modus); == und != zwischen kontinuierlichen Signalen sind nur wahr, solange diese gleich gehalten werden</translation>
    </message>
    <message>
        <source>y = amplitude*sin(2*pi*(f0*t + (f1-f0)*t^2/(2*duration))); after `duration` the final frequency goes on</source>
        <translation>y = amplitude*sin(2*pi*(f0*t + (f1-f0)*t^2/(2*duration))); nach `duration` bleibt die Endfrequenz</translation>
    </message>
    <message>
        <source>y = bias + amplitude*sin(frequency*t + phase)</source>
        <translation>y = bias + amplitude*sin(frequency*t + phase)</translation>
    </message>
    <message>
        <source>y = gain*u</source>
        <translation>y = gain*u</translation>
    </message>
    <message>
        <source>y = initial + slope*max(0, t - start_time); the corner is a timed event</source>
        <translation>y = initial + slope*max(0, t - start_time); der Knick ist ein Zeitereignis</translation>
    </message>
    <message>
        <source>y = interval*round(u/interval)</source>
        <translation>y = interval*round(u/interval)</translation>
    </message>
    <message>
        <source>y = min(max(u, lower), upper); corners are located</source>
        <translation>y = min(max(u, lower), upper); Knicke werden genau bestimmt</translation>
    </message>
    <message>
        <source>y = sum of sign_i*u_i; a scalar input is added to every element of a vector</source>
        <translation>y = Summe der sign_i*u_i; ein skalarer Eingang wird zu jedem Element eines Vektors addiert</translation>
    </message>
    <message>
        <source>y = u - upper above, 0 inside, u - lower below</source>
        <translation>y = u - upper darüber, 0 darin, u - lower darunter</translation>
    </message>
    <message>
        <source>y = u1 where control &gt;= threshold, else u2; the crossing is located</source>
        <translation>y = u1, wo control &gt;= threshold, sonst u2; der Durchgang wird genau bestimmt</translation>
    </message>
    <message>
        <source>y = u^exponent</source>
        <translation>y = u^exponent</translation>
    </message>
    <message>
        <source>y = value</source>
        <translation>y = value</translation>
    </message>
    <message>
        <source>y = x1 + (x1 - x0)*(t - t_last)/period, x1 the newest sample, x0 the one before; at the first update x0 = x1 = u-</source>
        <translation>y = x1 + (x1 - x0)*(t - t_last)/period, x1 der neueste Abtastwert, x0 der davor; bei der ersten Aktualisierung x0 = x1 = u-</translation>
    </message>
    <message>
        <source>y = x; x+ = u- at each update: between updates the sampled value is held</source>
        <translation>y = x; x+ = u- bei jeder Aktualisierung: dazwischen wird der abgetastete Wert gehalten</translation>
    </message>
    <message>
        <source>y = x; x+ = x- + clip(u- - x-, falling*period, rising*period)</source>
        <translation>y = x; x+ = x- + clip(u- - x-, falling*period, rising*period)</translation>
    </message>
    <message>
        <source>y = x; x+ = x- + increment (wrapped to [0, modulus) where modulus &gt; 0)</source>
        <translation>y = x; x+ = x- + increment (modulo modulus in [0, modulus), wo modulus &gt; 0)</translation>
    </message>
    <message>
        <source>y follows u only once u has moved width/2 away; engagement is located</source>
        <translation>y folgt u erst, wenn u sich um width/2 entfernt hat; das Eingreifen wird genau bestimmt</translation>
    </message>
    <message>
        <source>y in [0, |divisor|)</source>
        <translation>y in [0, |divisor|)</translation>
    </message>
    <message>
        <source>y jumps by 1 at exponentially distributed intervals, each an update event</source>
        <translation>y springt in exponentialverteilten Abständen um 1, jeweils ein Aktualisierungsereignis</translation>
    </message>
    <message>
        <source>y(t) = u(t - delay), interpolated between accepted steps at the integrator&apos;s order; a step is never longer than the shortest delay; discontinuities in u arrive as event times, through at most 6 passes of the delay; the history is a ring of chunks shared by snapshots (copy on write) and trimmed to the delay</source>
        <translation>y(t) = u(t - delay), zwischen angenommenen Schritten mit der Ordnung des Integrationsverfahrens interpoliert; ein Schritt ist nie länger als die kürzeste Totzeit; Unstetigkeiten von u kommen als Ereigniszeiten an, über höchstens 6 Durchläufe der Totzeit; der Verlauf ist ein Ring von Stücken, den Schnappschüsse teilen (Kopie beim Schreiben) und der auf die Totzeit gekürzt wird</translation>
    </message>
    <message>
        <source>absolute tolerance</source>
        <comment>parameter</comment>
        <translation>absolute Toleranz</translation>
    </message>
    <message>
        <source>accuracy</source>
        <comment>parameter</comment>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>amplitude</source>
        <comment>parameter</comment>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>back emf constant</source>
        <comment>parameter</comment>
        <translation>Gegenspannungskonstante</translation>
    </message>
    <message>
        <source>beta</source>
        <comment>parameter</comment>
        <translation>beta</translation>
    </message>
    <message>
        <source>bias</source>
        <comment>parameter</comment>
        <translation>Gleichanteil</translation>
    </message>
    <message>
        <source>bins</source>
        <comment>parameter</comment>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>bits</source>
        <comment>parameter</comment>
        <translation>Bits</translation>
    </message>
    <message>
        <source>breakpoints</source>
        <comment>parameter</comment>
        <translation>Stützstellen</translation>
    </message>
    <message>
        <source>cart mass</source>
        <comment>parameter</comment>
        <translation>Masse des Wagens</translation>
    </message>
    <message>
        <source>coefficients</source>
        <comment>parameter</comment>
        <translation>Koeffizienten</translation>
    </message>
    <message>
        <source>columns</source>
        <comment>parameter</comment>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>coulomb</source>
        <comment>parameter</comment>
        <translation>Coulomb-Reibung</translation>
    </message>
    <message>
        <source>damping</source>
        <comment>parameter</comment>
        <translation>Dämpfung</translation>
    </message>
    <message>
        <source>damping ratio</source>
        <comment>parameter</comment>
        <translation>Dämpfungsgrad</translation>
    </message>
    <message>
        <source>default</source>
        <comment>parameter</comment>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>delay</source>
        <comment>parameter</comment>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>denominator</source>
        <comment>parameter</comment>
        <translation>Nenner</translation>
    </message>
    <message>
        <source>derivative filter</source>
        <comment>parameter</comment>
        <translation>D-Filter</translation>
    </message>
    <message>
        <source>derivatives</source>
        <comment>parameter</comment>
        <translation>Ableitungen</translation>
    </message>
    <message>
        <source>diffusion</source>
        <comment>parameter</comment>
        <translation>Diffusion</translation>
    </message>
    <message>
        <source>divisor</source>
        <comment>parameter</comment>
        <translation>Divisor</translation>
    </message>
    <message>
        <source>drift</source>
        <comment>parameter</comment>
        <translation>Drift</translation>
    </message>
    <message>
        <source>duration</source>
        <comment>parameter</comment>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>duty</source>
        <comment>parameter</comment>
        <translation>Tastgrad</translation>
    </message>
    <message>
        <source>edge</source>
        <comment>parameter</comment>
        <translation>Flanke</translation>
    </message>
    <message>
        <source>exponent</source>
        <comment>parameter</comment>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>expression</source>
        <comment>parameter</comment>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>extrapolation</source>
        <comment>parameter</comment>
        <translation>Extrapolation</translation>
    </message>
    <message>
        <source>falling</source>
        <comment>parameter</comment>
        <translation>fallend</translation>
    </message>
    <message>
        <source>filter time constant</source>
        <comment>parameter</comment>
        <translation>Filterzeitkonstante</translation>
    </message>
    <message>
        <source>final</source>
        <comment>parameter</comment>
        <translation>Endwert</translation>
    </message>
    <message>
        <source>fixed step</source>
        <comment>parameter</comment>
        <translation>feste Schrittweite</translation>
    </message>
    <message>
        <source>frequency</source>
        <comment>parameter</comment>
        <translation>Frequenz</translation>
    </message>
    <message>
        <source>function</source>
        <comment>parameter</comment>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>gain</source>
        <comment>parameter</comment>
        <translation>Verstärkung</translation>
    </message>
    <message>
        <source>gravity</source>
        <comment>parameter</comment>
        <translation>Fallbeschleunigung</translation>
    </message>
    <message>
        <source>increment</source>
        <comment>parameter</comment>
        <translation>Zuwachs</translation>
    </message>
    <message>
        <source>index</source>
        <comment>parameter</comment>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>indices</source>
        <comment>parameter</comment>
        <translation>Indizes</translation>
    </message>
    <message>
        <source>inductance</source>
        <comment>parameter</comment>
        <translation>Induktivität</translation>
    </message>
    <message>
        <source>inertia</source>
        <comment>parameter</comment>
        <translation>Trägheitsmoment</translation>
    </message>
    <message>
        <source>initial</source>
        <comment>parameter</comment>
        <translation>Anfangswert</translation>
    </message>
    <message>
        <source>initial angle</source>
        <comment>parameter</comment>
        <translation>Anfangswinkel</translation>
    </message>
    <message>
        <source>initial covariance</source>
        <comment>parameter</comment>
        <translation>Anfangskovarianz</translation>
    </message>
    <message>
        <source>initial estimate</source>
        <comment>parameter</comment>
        <translation>Anfangsschätzung</translation>
    </message>
    <message>
        <source>initial height</source>
        <comment>parameter</comment>
        <translation>Anfangshöhe</translation>
    </message>
    <message>
        <source>initial position</source>
        <comment>parameter</comment>
        <translation>Anfangslage</translation>
    </message>
    <message>
        <source>initial rate</source>
        <comment>parameter</comment>
        <translation>Anfangsdrehrate</translation>
    </message>
    <message>
        <source>initial state</source>
        <comment>parameter</comment>
        <translation>Anfangszustand</translation>
    </message>
    <message>
        <source>initial value</source>
        <comment>parameter</comment>
        <translation>Anfangswert</translation>
    </message>
    <message>
        <source>initial velocity</source>
        <comment>parameter</comment>
        <translation>Anfangsgeschwindigkeit</translation>
    </message>
    <message>
        <source>initially on</source>
        <comment>parameter</comment>
        <translation>anfangs ein</translation>
    </message>
    <message>
        <source>inputs</source>
        <comment>parameter</comment>
        <translation>Eingänge</translation>
    </message>
    <message>
        <source>integrator</source>
        <comment>parameter</comment>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>intensity</source>
        <comment>parameter</comment>
        <translation>Intensität</translation>
    </message>
    <message>
        <source>interpolation</source>
        <comment>parameter</comment>
        <translation>Interpolation</translation>
    </message>
    <message>
        <source>interval</source>
        <comment>parameter</comment>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>isolate events</source>
        <comment>parameter</comment>
        <translation>Ereignisse bestimmen</translation>
    </message>
    <message>
        <source>length</source>
        <comment>parameter</comment>
        <translation>Länge</translation>
    </message>
    <message>
        <source>log interval</source>
        <comment>parameter</comment>
        <translation>aufzeichnen alle</translation>
    </message>
    <message>
        <source>log updates</source>
        <comment>parameter</comment>
        <translation>Aktualisierungen aufzeichnen</translation>
    </message>
    <message>
        <source>lower</source>
        <comment>parameter</comment>
        <translation>untere Grenze</translation>
    </message>
    <message>
        <source>mass</source>
        <comment>parameter</comment>
        <translation>Masse</translation>
    </message>
    <message>
        <source>max step</source>
        <comment>parameter</comment>
        <translation>größte Schrittweite</translation>
    </message>
    <message>
        <source>mean</source>
        <comment>parameter</comment>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>message</source>
        <comment>parameter</comment>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>method</source>
        <comment>parameter</comment>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>modulus</source>
        <comment>parameter</comment>
        <translation>Modul</translation>
    </message>
    <message>
        <source>natural frequency</source>
        <comment>parameter</comment>
        <translation>Eigenkreisfrequenz</translation>
    </message>
    <message>
        <source>numerator</source>
        <comment>parameter</comment>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>off threshold</source>
        <comment>parameter</comment>
        <translation>Ausschaltschwelle</translation>
    </message>
    <message>
        <source>off value</source>
        <comment>parameter</comment>
        <translation>Wert bei aus</translation>
    </message>
    <message>
        <source>offset</source>
        <comment>parameter</comment>
        <translation>Zeitversatz</translation>
    </message>
    <message>
        <source>on threshold</source>
        <comment>parameter</comment>
        <translation>Einschaltschwelle</translation>
    </message>
    <message>
        <source>on value</source>
        <comment>parameter</comment>
        <translation>Wert bei ein</translation>
    </message>
    <message>
        <source>operator</source>
        <comment>parameter</comment>
        <translation>Operator</translation>
    </message>
    <message>
        <source>operators</source>
        <comment>parameter</comment>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>order</source>
        <comment>parameter</comment>
        <translation>Ordnung</translation>
    </message>
    <message>
        <source>outputs</source>
        <comment>parameter</comment>
        <translation>Ausgänge</translation>
    </message>
    <message>
        <source>outside</source>
        <comment>parameter</comment>
        <translation>außerhalb</translation>
    </message>
    <message>
        <source>path</source>
        <comment>parameter</comment>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>period</source>
        <comment>parameter</comment>
        <translation>Periode</translation>
    </message>
    <message>
        <source>phase</source>
        <comment>parameter</comment>
        <translation>Phase</translation>
    </message>
    <message>
        <source>pole length</source>
        <comment>parameter</comment>
        <translation>Pendellänge</translation>
    </message>
    <message>
        <source>pole mass</source>
        <comment>parameter</comment>
        <translation>Pendelmasse</translation>
    </message>
    <message>
        <source>poles</source>
        <comment>parameter</comment>
        <translation>Pole</translation>
    </message>
    <message>
        <source>power</source>
        <comment>parameter</comment>
        <translation>Leistungsdichte</translation>
    </message>
    <message>
        <source>random</source>
        <comment>parameter</comment>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>rate</source>
        <comment>parameter</comment>
        <translation>Rate</translation>
    </message>
    <message>
        <source>realtime rate</source>
        <comment>parameter</comment>
        <translation>Echtzeitfaktor</translation>
    </message>
    <message>
        <source>register seed</source>
        <comment>parameter</comment>
        <translation>Registerstartwert</translation>
    </message>
    <message>
        <source>resistance</source>
        <comment>parameter</comment>
        <translation>Widerstand</translation>
    </message>
    <message>
        <source>restitution</source>
        <comment>parameter</comment>
        <translation>Stoßzahl</translation>
    </message>
    <message>
        <source>rho</source>
        <comment>parameter</comment>
        <translation>rho</translation>
    </message>
    <message>
        <source>rising</source>
        <comment>parameter</comment>
        <translation>steigend</translation>
    </message>
    <message>
        <source>rows</source>
        <comment>parameter</comment>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>samples</source>
        <comment>parameter</comment>
        <translation>Abtastwerte</translation>
    </message>
    <message>
        <source>seed</source>
        <comment>parameter</comment>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>segment</source>
        <comment>parameter</comment>
        <translation>Segmentlänge</translation>
    </message>
    <message>
        <source>shape</source>
        <comment>parameter</comment>
        <translation>Form</translation>
    </message>
    <message>
        <source>sigma</source>
        <comment>parameter</comment>
        <translation>sigma</translation>
    </message>
    <message>
        <source>signs</source>
        <comment>parameter</comment>
        <translation>Vorzeichen</translation>
    </message>
    <message>
        <source>slope</source>
        <comment>parameter</comment>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <comment>parameter</comment>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>start frequency</source>
        <comment>parameter</comment>
        <translation>Startfrequenz</translation>
    </message>
    <message>
        <source>start stationary</source>
        <comment>parameter</comment>
        <translation>stationärer Start</translation>
    </message>
    <message>
        <source>start time</source>
        <comment>parameter</comment>
        <translation>Startzeit</translation>
    </message>
    <message>
        <source>stationary deviation</source>
        <comment>parameter</comment>
        <translation>stationäre Abweichung</translation>
    </message>
    <message>
        <source>step deviation</source>
        <comment>parameter</comment>
        <translation>Schrittabweichung</translation>
    </message>
    <message>
        <source>stiffness</source>
        <comment>parameter</comment>
        <translation>Steifigkeit</translation>
    </message>
    <message>
        <source>stochastic integrator</source>
        <comment>parameter</comment>
        <translation>stochastisches Verfahren</translation>
    </message>
    <message>
        <source>stochastic step</source>
        <comment>parameter</comment>
        <translation>stochastische Schrittweite</translation>
    </message>
    <message>
        <source>stop frequency</source>
        <comment>parameter</comment>
        <translation>Endfrequenz</translation>
    </message>
    <message>
        <source>stop time</source>
        <comment>parameter</comment>
        <translation>Endzeit</translation>
    </message>
    <message>
        <source>stream</source>
        <comment>parameter</comment>
        <translation>Zufallsstrom</translation>
    </message>
    <message>
        <source>tag</source>
        <comment>parameter</comment>
        <translation>Marke</translation>
    </message>
    <message>
        <source>threshold</source>
        <comment>parameter</comment>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>time</source>
        <comment>parameter</comment>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>time constant</source>
        <comment>parameter</comment>
        <translation>Zeitkonstante</translation>
    </message>
    <message>
        <source>times</source>
        <comment>parameter</comment>
        <translation>Zeitpunkte</translation>
    </message>
    <message>
        <source>title</source>
        <comment>parameter</comment>
        <translation>Titel</translation>
    </message>
    <message>
        <source>torque constant</source>
        <comment>parameter</comment>
        <translation>Drehmomentkonstante</translation>
    </message>
    <message>
        <source>trigger</source>
        <comment>parameter</comment>
        <translation>Trigger</translation>
    </message>
    <message>
        <source>updates</source>
        <comment>parameter</comment>
        <translation>Aktualisierungen</translation>
    </message>
    <message>
        <source>upper</source>
        <comment>parameter</comment>
        <translation>obere Grenze</translation>
    </message>
    <message>
        <source>value</source>
        <comment>parameter</comment>
        <translation>Wert</translation>
    </message>
    <message>
        <source>values</source>
        <comment>parameter</comment>
        <translation>Werte</translation>
    </message>
    <message>
        <source>viscous</source>
        <comment>parameter</comment>
        <translation>viskose Reibung</translation>
    </message>
    <message>
        <source>volatility</source>
        <comment>parameter</comment>
        <translation>Volatilität</translation>
    </message>
    <message>
        <source>width</source>
        <comment>parameter</comment>
        <translation>Breite</translation>
    </message>
    <message>
        <source>widths</source>
        <comment>parameter</comment>
        <translation>Breiten</translation>
    </message>
    <message>
        <source>window</source>
        <comment>parameter</comment>
        <translation>Fensterlänge</translation>
    </message>
    <message>
        <source>zeros</source>
        <comment>parameter</comment>
        <translation>Nullstellen</translation>
    </message>
    <message>
        <source>number, fixed value, bias, set point, reference, ground, zero</source>
        <comment>search words</comment>
        <translation>Zahl, fester Wert, Sollwert, Führungsgröße, Konstante, Masse, Null</translation>
    </message>
    <message>
        <source>jump, step function, step input, unit step, Heaviside, switch on</source>
        <comment>search words</comment>
        <translation>Sprung, Sprungfunktion, Einheitssprung, Stufe, einschalten</translation>
    </message>
    <message>
        <source>slope, linear rise, unit ramp</source>
        <comment>search words</comment>
        <translation>Rampe, Anstieg, linearer Anstieg</translation>
    </message>
    <message>
        <source>sin, sine wave, cosine, cos, oscillation, harmonic, wave, signal generator, AC</source>
        <comment>search words</comment>
        <translation>Sinus, Kosinus, Cosinus, Schwingung, Welle, Signalgenerator, Wechselspannung</translation>
    </message>
    <message>
        <source>square wave, rectangular wave, impulse, PWM, pulse generator, duty cycle, on off</source>
        <comment>search words</comment>
        <translation>Puls, Rechteck, Rechtecksignal, Impuls, Impulsfolge, Tastverhältnis, Pulsgenerator</translation>
    </message>
    <message>
        <source>triangle, triangle wave, triangular, repeating ramp, carrier</source>
        <comment>search words</comment>
        <translation>Sägezahn, Dreieck, Dreiecksignal, Kippschwingung</translation>
    </message>
    <message>
        <source>sweep, frequency sweep, swept sine</source>
        <comment>search words</comment>
        <translation>Wobbeln, Frequenzdurchlauf, Gleitsinus</translation>
    </message>
    <message>
        <source>time, simulation time, t</source>
        <comment>search words</comment>
        <translation>Zeit, Simulationszeit, Uhr</translation>
    </message>
    <message>
        <source>signal from table, time series, waypoints, piecewise, profile, trajectory, schedule, data</source>
        <comment>search words</comment>
        <translation>Signal aus Tabelle, Zeitreihe, Zeitverlauf, Stützpunkte, Profil, Trajektorie, Fahrplan, Daten</translation>
    </message>
    <message>
        <source>read file, import, load data, CSV, data file, measured data, input file</source>
        <comment>search words</comment>
        <translation>Datei lesen, einlesen, importieren, Messdaten, Eingabedatei</translation>
    </message>
    <message>
        <source>counter, count up, sample number, index, ticks</source>
        <comment>search words</comment>
        <translation>Zähler, zählen, hochzählen, Abtastnummer</translation>
    </message>
    <message>
        <source>PRBS, pseudo-random, binary signal, identification, bits, shift register</source>
        <comment>search words</comment>
        <translation>PRBS, Pseudozufall, Binärsignal, Zufallsbits, Identifikation, Schieberegister</translation>
    </message>
    <message>
        <source>multiply by constant, amplifier, proportional, P controller, scale, factor, amplification, matrix gain, K</source>
        <comment>search words</comment>
        <translation>Verstärker, Faktor, proportional, P-Regler, P-Glied, skalieren, multiplizieren mit Konstante, Kp</translation>
    </message>
    <message>
        <source>add, subtract, plus, minus, difference, error, summing junction, adder, compare set point, +, -</source>
        <comment>search words</comment>
        <translation>addieren, subtrahieren, Addition, Subtraktion, Addierer, Subtrahierer, Summe, Differenz, Regelabweichung, Regelfehler, Summierer, Summationsstelle, Vergleichsstelle</translation>
    </message>
    <message>
        <source>multiply, divide, division, times, quotient, ratio, modulate, mixer, *, /</source>
        <comment>search words</comment>
        <translation>multiplizieren, dividieren, Produkt, Division, Quotient, mal, geteilt, Verhältnis</translation>
    </message>
    <message>
        <source>function, exp, log, ln, log10, sqrt, square root, abs, absolute value, sign, reciprocal, inverse, square, sin, cos, tan, trigonometry, exponential</source>
        <comment>search words</comment>
        <translation>Funktion, Wurzel, Quadratwurzel, Betrag, Absolutwert, Vorzeichen, Kehrwert, Quadrat, Logarithmus, Exponentialfunktion, Tangens, Trigonometrie</translation>
    </message>
    <message>
        <source>exponent, raise, x^n, cube, root</source>
        <comment>search words</comment>
        <translation>Potenz, Exponent, hoch, potenzieren, Wurzel</translation>
    </message>
    <message>
        <source>arctangent, angle, polar, phase angle, direction</source>
        <comment>search words</comment>
        <translation>Arkustangens, Arcustangens, Winkel, Polarkoordinaten, Richtung</translation>
    </message>
    <message>
        <source>minimum, maximum, smallest, largest, limit to the other signal</source>
        <comment>search words</comment>
        <translation>Minimum, Maximum, kleinster, größter</translation>
    </message>
    <message>
        <source>floor, ceil, fix, truncate, integer, rounding</source>
        <comment>search words</comment>
        <translation>runden, abrunden, aufrunden, abschneiden, ganzzahlig</translation>
    </message>
    <message>
        <source>mod, remainder, rem, wrap, wrap angle, modulus</source>
        <comment>search words</comment>
        <translation>Rest, Divisionsrest, Modulo, Winkel umbrechen</translation>
    </message>
    <message>
        <source>polyval, power series, calibration curve</source>
        <comment>search words</comment>
        <translation>Polynom, Potenzreihe, Kennlinie als Polynom</translation>
    </message>
    <message>
        <source>inner product, scalar product, dot</source>
        <comment>search words</comment>
        <translation>Skalarprodukt, inneres Produkt</translation>
    </message>
    <message>
        <source>length of a vector, magnitude, Euclidean, distance, modulus of a vector</source>
        <comment>search words</comment>
        <translation>Betrag eines Vektors, Länge, euklidisch, Abstand</translation>
    </message>
    <message>
        <source>compare, greater, less, equal, threshold, relational, &lt;, &gt;, ==, &lt;=, &gt;=, !=</source>
        <comment>search words</comment>
        <translation>vergleichen, Vergleich, größer, kleiner, gleich, Schwelle, Schwellwert</translation>
    </message>
    <message>
        <source>and, or, not, xor, nand, nor, boolean, gate, logical</source>
        <comment>search words</comment>
        <translation>und, oder, nicht, Logik, logisch, boolesch, Gatter, Verknüpfung</translation>
    </message>
    <message>
        <source>formula, equation, fcn, user function, script, calculate, arithmetic</source>
        <comment>search words</comment>
        <translation>Formel, Gleichung, Funktion selbst schreiben, Ausdruck, berechnen, rechnen</translation>
    </message>
    <message>
        <source>limit, limiter, clip, clamp, bound, min max, actuator limit, anti-windup</source>
        <comment>search words</comment>
        <translation>Begrenzung, Begrenzer, Sättigung, begrenzen, Stellgrößenbeschränkung, Anschlag</translation>
    </message>
    <message>
        <source>dead band, deadband, insensitive, threshold zone</source>
        <comment>search words</comment>
        <translation>Totzone, tote Zone, Unempfindlichkeit, Ansprechschwelle</translation>
    </message>
    <message>
        <source>hysteresis, two-point, bang-bang, thermostat, Schmitt trigger, on-off controller, switch with hysteresis</source>
        <comment>search words</comment>
        <translation>Hysterese, Zweipunktregler, Zweipunktglied, Thermostat, Schmitt-Trigger, Relais, Schaltregler</translation>
    </message>
    <message>
        <source>quantize, resolution, ADC, AD converter, bits, round to steps</source>
        <comment>search words</comment>
        <translation>quantisieren, Auflösung, AD-Wandler, Quantisierung, Analog-Digital-Wandler</translation>
    </message>
    <message>
        <source>slew rate, limit slope, rate limit, ramp limiter, soft start</source>
        <comment>search words</comment>
        <translation>Anstiegsbegrenzung, Rampenbegrenzung, Änderungsrate, Anstiegsgeschwindigkeit, Sanftanlauf</translation>
    </message>
    <message>
        <source>play, gear play, slack, clearance, hysteresis of a gear</source>
        <comment>search words</comment>
        <translation>Spiel, Lose, Getriebespiel, Umkehrspanne</translation>
    </message>
    <message>
        <source>friction, stiction, dry friction, viscous, drag</source>
        <comment>search words</comment>
        <translation>Reibung, Haftreibung, Gleitreibung, Trockenreibung, viskos</translation>
    </message>
    <message>
        <source>lookup, look-up table, table, map, curve, characteristic, interpolation, interpolate, LUT</source>
        <comment>search words</comment>
        <translation>Kennlinie, Tabelle, Interpolation, interpolieren, Nachschlagetabelle, Stützstellen</translation>
    </message>
    <message>
        <source>map, 2D lookup, characteristic map, surface, bilinear, engine map</source>
        <comment>search words</comment>
        <translation>Kennfeld, zweidimensionale Tabelle, Fläche, Motorkennfeld</translation>
    </message>
    <message>
        <source>integral, 1/s, integrate, accumulate, I controller</source>
        <comment>search words</comment>
        <translation>Integral, integrieren, aufintegrieren, I-Glied, I-Regler</translation>
    </message>
    <message>
        <source>reset integrator, integrate with reset, reset</source>
        <comment>search words</comment>
        <translation>Integrator mit Rücksetzen, rücksetzen, zurücksetzen, Reset</translation>
    </message>
    <message>
        <source>double integrator, 1/s^2, acceleration, position, velocity, motion</source>
        <comment>search words</comment>
        <translation>Doppelintegrator, doppelter Integrator, Beschleunigung, Position, Geschwindigkeit, Bewegung</translation>
    </message>
    <message>
        <source>filter, low-pass, low pass filter, lag, PT1, first order, time constant, smoothing, RC, sensor lag</source>
        <comment>search words</comment>
        <translation>PT1, PT1-Glied, Tiefpass, Tiefpassfilter, Filter, Verzögerungsglied, Verzögerung erster Ordnung, Glättung, Zeitkonstante</translation>
    </message>
    <message>
        <source>PT2, second order, damping, resonance, oscillator, resonator, natural frequency</source>
        <comment>search words</comment>
        <translation>PT2, PT2-Glied, zweite Ordnung, Dämpfung, Resonanz, Schwinger, Eigenfrequenz, Verzögerung zweiter Ordnung</translation>
    </message>
    <message>
        <source>transfer fcn, G(s), tf, lead, lead-lag, compensator, s-domain, Laplace, numerator denominator, analog filter, high-pass, band-pass, notch</source>
        <comment>search words</comment>
        <translation>Übertragungsfunktion, Übertragungsglied, Vorhalt, Kompensator, Laplace, Zähler Nenner, Hochpass, Bandpass, Lead-Lag-Glied</translation>
    </message>
    <message>
        <source>zero-pole, poles, zeros, pole zero, zpk, roots</source>
        <comment>search words</comment>
        <translation>Pole, Nullstellen, Pol-Nullstellen, PN-Form</translation>
    </message>
    <message>
        <source>ss, A B C D, linear system, matrices, LTI, MIMO</source>
        <comment>search words</comment>
        <translation>Zustandsraum, Zustandsraummodell, Zustandsdarstellung, lineares System, Mehrgrößensystem</translation>
    </message>
    <message>
        <source>PID, PI, PD, controller, regulator, feedback controller, proportional integral derivative</source>
        <comment>search words</comment>
        <translation>Regler, PID-Regler, PI-Regler, PD-Regler, PID, PI, PD</translation>
    </message>
    <message>
        <source>differentiate, differentiator, du/dt, d/dt, rate of change, D controller, velocity from position</source>
        <comment>search words</comment>
        <translation>ableiten, Ableitung, Differenzierer, D-Glied, DT1, Änderungsgeschwindigkeit, Vorhalteglied</translation>
    </message>
    <message>
        <source>dead time, time delay, pure delay, latency, lag time, transport lag, exp(-s T)</source>
        <comment>search words</comment>
        <translation>Totzeit, Totzeitglied, Laufzeit, Transportverzögerung, Verzögerung, Latenz</translation>
    </message>
    <message>
        <source>ODE, ordinary differential equation, xdot, dynamics, nonlinear system, model, equations of motion, S-function</source>
        <comment>search words</comment>
        <translation>ODE, DGL, Differentialgleichung, Bewegungsgleichung, nichtlineares System, Modell, Zustandsgleichung</translation>
    </message>
    <message>
        <source>1/z, z^-1, memory, sample delay, previous value, register, one step delay</source>
        <comment>search words</comment>
        <translation>Einheitsverzögerung, Abtastverzögerung, Speicher, vorheriger Wert, Merker</translation>
    </message>
    <message>
        <source>z^-n, n samples, tapped delay, FIFO, buffer, sample delay line</source>
        <comment>search words</comment>
        <translation>Verzögerung um mehrere Schritte, Verzögerungskette, Puffer, Schieberegister mit n Werten</translation>
    </message>
    <message>
        <source>ZOH, sample and hold, hold, sampler, sample, DA converter, DAC, discretize, rate transition</source>
        <comment>search words</comment>
        <translation>ZOH, Halteglied, Abtast-Halte-Glied, abtasten, Abtaster, halten, Abtastung, DA-Wandler</translation>
    </message>
    <message>
        <source>FOH, extrapolate, linear hold</source>
        <comment>search words</comment>
        <translation>FOH, Halteglied erster Ordnung, extrapolieren</translation>
    </message>
    <message>
        <source>accumulator, discrete-time integrator, sum over time, running sum, forward Euler, trapezoidal</source>
        <comment>search words</comment>
        <translation>zeitdiskreter Integrator, Akkumulator, aufsummieren, laufende Summe</translation>
    </message>
    <message>
        <source>difference, backward difference, differentiate samples, finite difference</source>
        <comment>search words</comment>
        <translation>zeitdiskrete Ableitung, Differenz, Rückwärtsdifferenz, Differenzenquotient</translation>
    </message>
    <message>
        <source>G(z), z-transform, digital filter, IIR, IIR filter, z-domain, discrete filter</source>
        <comment>search words</comment>
        <translation>G(z), z-Übertragungsfunktion, digitales Filter, Digitalfilter, IIR-Filter, z-Transformation</translation>
    </message>
    <message>
        <source>discrete poles, discrete zeros, discrete zpk</source>
        <comment>search words</comment>
        <translation>zeitdiskrete Pole, zeitdiskrete Nullstellen</translation>
    </message>
    <message>
        <source>discrete ss, discrete linear system, x[n+1]</source>
        <comment>search words</comment>
        <translation>zeitdiskreter Zustandsraum, zeitdiskretes lineares System</translation>
    </message>
    <message>
        <source>digital PID, sampled PID, discrete controller, digital controller</source>
        <comment>search words</comment>
        <translation>digitaler PID, digitaler Regler, zeitdiskreter Regler, Abtastregler</translation>
    </message>
    <message>
        <source>FIR, filter, convolution, taps, impulse response, digital filter</source>
        <comment>search words</comment>
        <translation>FIR, Filter, Faltung, Impulsantwort, Koeffizienten, digitales Filter</translation>
    </message>
    <message>
        <source>mean, average, smooth, boxcar, running mean, sliding window, filter</source>
        <comment>search words</comment>
        <translation>Mittelwert, gleitender Mittelwert, Durchschnitt, mitteln, glätten, Filter</translation>
    </message>
    <message>
        <source>recursion, recurrence, discrete equations, state machine, x[n], algorithm</source>
        <comment>search words</comment>
        <translation>Rekursion, Rekursionsgleichung, Differenzengleichung, Zustandsautomat, Algorithmus</translation>
    </message>
    <message>
        <source>Kalman, observer, estimator, state estimation, sensor fusion, LQE, filter</source>
        <comment>search words</comment>
        <translation>Kalman, Beobachter, Schätzer, Zustandsschätzung, Filter</translation>
    </message>
    <message>
        <source>sample on trigger, edge, capture, event sampler, latch on edge, sample and hold with trigger</source>
        <comment>search words</comment>
        <translation>getriggert, Flanke, bei Ereignis abtasten, Trigger, Nulldurchgang</translation>
    </message>
    <message>
        <source>noise, random, random number, normal distribution, measurement noise, Gauss, white</source>
        <comment>search words</comment>
        <translation>Rauschen, Zufall, Zufallszahl, Normalverteilung, Messrauschen, Gauß</translation>
    </message>
    <message>
        <source>noise, uniform distribution, random uniform, dither, rand</source>
        <comment>search words</comment>
        <translation>Rauschen, Gleichverteilung, gleichverteilt, Zufallszahl gleichverteilt</translation>
    </message>
    <message>
        <source>noise, exponential distribution, waiting time, lifetime</source>
        <comment>search words</comment>
        <translation>Rauschen, Exponentialverteilung, Wartezeit, Lebensdauer</translation>
    </message>
    <message>
        <source>white noise, noise, power spectral density, sensor noise, PSD noise</source>
        <comment>search words</comment>
        <translation>weißes Rauschen, Rauschen, Leistungsdichte, Sensorrauschen</translation>
    </message>
    <message>
        <source>drift, bias drift, cumulative noise, brownian</source>
        <comment>search words</comment>
        <translation>Zufallsbewegung, Irrfahrt, Drift</translation>
    </message>
    <message>
        <source>arrivals, events, counting process, jumps, queue, shot noise</source>
        <comment>search words</comment>
        <translation>Ankünfte, Ereignisse, Zählprozess, Sprünge, Warteschlange, Schrotrauschen</translation>
    </message>
    <message>
        <source>coloured noise, correlated noise, colored noise, AR(1), exponentially correlated</source>
        <comment>search words</comment>
        <translation>farbiges Rauschen, korreliertes Rauschen, AR(1)</translation>
    </message>
    <message>
        <source>mean reverting, mean-reverting noise, OU process, coloured noise, Langevin</source>
        <comment>search words</comment>
        <translation>farbiges Rauschen, zum Mittelwert zurück, OU-Prozess, Langevin</translation>
    </message>
    <message>
        <source>Brownian motion, Brownian, diffusion, integrated white noise</source>
        <comment>search words</comment>
        <translation>Brownsche Bewegung, Diffusion, Wiener</translation>
    </message>
    <message>
        <source>stock price, multiplicative noise, GBM, Black Scholes, finance</source>
        <comment>search words</comment>
        <translation>Aktienkurs, multiplikatives Rauschen, Finanzmathematik</translation>
    </message>
    <message>
        <source>SDE, stochastic differential equation, Ito, process noise, Langevin equation</source>
        <comment>search words</comment>
        <translation>SDE, stochastische Differentialgleichung, Ito, Prozessrauschen</translation>
    </message>
    <message>
        <source>join, combine, vector, bus, concatenate, stack, bundle</source>
        <comment>search words</comment>
        <translation>zusammenfassen, verbinden, Vektor bilden, bündeln, Bus, Multiplexer</translation>
    </message>
    <message>
        <source>split, separate, unpack, bus</source>
        <comment>search words</comment>
        <translation>aufteilen, zerlegen, trennen, Demultiplexer</translation>
    </message>
    <message>
        <source>element, index, pick, extract, subvector, slice</source>
        <comment>search words</comment>
        <translation>Element, Index, auswählen, herausgreifen, Teilvektor</translation>
    </message>
    <message>
        <source>if, if else, condition, choose, select, changeover, manual switch</source>
        <comment>search words</comment>
        <translation>Schalter, wenn dann, Bedingung, Umschalter, umschalten</translation>
    </message>
    <message>
        <source>case, selector switch, choose by index, route, rotary switch</source>
        <comment>search words</comment>
        <translation>Wahlschalter, Mehrfachschalter, auswählen nach Index, Fallunterscheidung</translation>
    </message>
    <message>
        <source>send, tag, wireless, label, jump wire</source>
        <comment>search words</comment>
        <translation>senden, Marke, Sprungmarke</translation>
    </message>
    <message>
        <source>receive, tag, wireless, label</source>
        <comment>search words</comment>
        <translation>empfangen, Marke, Sprungmarke</translation>
    </message>
    <message>
        <source>group, hierarchy, superblock, block of blocks, module, component, atomic</source>
        <comment>search words</comment>
        <translation>Teilsystem, Untersystem, Gruppe, Superblock, Baustein, Modul, Hierarchie</translation>
    </message>
    <message>
        <source>input, in, input port, connector, entry</source>
        <comment>search words</comment>
        <translation>Eingang, Anschluss, Eingangsport</translation>
    </message>
    <message>
        <source>output, out, output port, exit</source>
        <comment>search words</comment>
        <translation>Ausgang, Ausgangsport</translation>
    </message>
    <message>
        <source>ignore, unused output, cap, null</source>
        <comment>search words</comment>
        <translation>Abschluss, unbenutzt, Ende, ignorieren</translation>
    </message>
    <message>
        <source>spring, damper, mechanical oscillator, vibration, suspension, mass</source>
        <comment>search words</comment>
        <translation>Feder, Dämpfer, Masse, Feder-Masse-Schwinger, Schwinger, Schwingung, Fahrwerk</translation>
    </message>
    <message>
        <source>swing, gravity pendulum</source>
        <comment>search words</comment>
        <translation>Pendel, Schaukel</translation>
    </message>
    <message>
        <source>inverted pendulum, cart, pole, balance, segway</source>
        <comment>search words</comment>
        <translation>inverses Pendel, Wagen, Stab balancieren</translation>
    </message>
    <message>
        <source>ball, bounce, impact, hybrid example, floor</source>
        <comment>search words</comment>
        <translation>Ball, Aufprall, springender Ball, hüpfen, Stoß</translation>
    </message>
    <message>
        <source>motor, electric motor, actuator, drive, machine</source>
        <comment>search words</comment>
        <translation>Motor, Gleichstrommotor, Elektromotor, Antrieb, Aktor</translation>
    </message>
    <message>
        <source>limit cycle, relaxation oscillator, nonlinear oscillator</source>
        <comment>search words</comment>
        <translation>Grenzzyklus, Kippschwinger, nichtlinearer Schwinger</translation>
    </message>
    <message>
        <source>chaos, chaotic, attractor, butterfly</source>
        <comment>search words</comment>
        <translation>Chaos, chaotisch, Attraktor</translation>
    </message>
    <message>
        <source>plot, graph, oscilloscope, chart, trace, show, viewer, measure, curve</source>
        <comment>search words</comment>
        <translation>Oszilloskop, Diagramm, Kurve, Verlauf, Messung, Anzeige über die Zeit, zeichnen, Plot</translation>
    </message>
    <message>
        <source>phase portrait, phase plane, XY plot, trajectory plot, Lissajous</source>
        <comment>search words</comment>
        <translation>Phasenebene, Phasenporträt, Ortskurve, XY-Diagramm, Lissajous</translation>
    </message>
    <message>
        <source>number display, show value, read-out, digital meter, print, indicator</source>
        <comment>search words</comment>
        <translation>Zahlenanzeige, Wert anzeigen, Anzeige, Messwert, ausgeben</translation>
    </message>
    <message>
        <source>distribution, bins, frequency of values, density, statistics</source>
        <comment>search words</comment>
        <translation>Verteilung, Häufigkeit, Klassen, Dichte, Statistik</translation>
    </message>
    <message>
        <source>FFT, power spectrum, frequency, PSD, Fourier, Welch, spectral density</source>
        <comment>search words</comment>
        <translation>FFT, Frequenz, Leistungsspektrum, Fourier, Leistungsdichtespektrum, Frequenzanalyse</translation>
    </message>
    <message>
        <source>write file, save, export, log, CSV, record, output file</source>
        <comment>search words</comment>
        <translation>Datei schreiben, speichern, exportieren, aufzeichnen, Ausgabedatei</translation>
    </message>
    <message>
        <source>stop, end simulation, terminate, halt, quit when, finish</source>
        <comment>search words</comment>
        <translation>Stopp, anhalten, beenden, Ende der Simulation, abbrechen wenn</translation>
    </message>
    <message>
        <source>check, verify, test, limit check, fail, assertion, requirement</source>
        <comment>search words</comment>
        <translation>prüfen, Zusicherung, Test, Bedingung prüfen, Anforderung</translation>
    </message>
    <message>
        <source>what is recorded without a log interval: smooth, also between the ends of steps, as finely as the curves need it; or the ends of steps only</source>
        <translation>was ohne Protokollabstand aufgezeichnet wird: smooth, auch zwischen den Enden der Schritte, so fein wie die Kurven es brauchen; oder steps, nur die Enden der Schritte</translation>
    </message>
    <message>
        <source>output</source>
        <comment>parameter</comment>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>A pulse at each crossing of zero.</source>
        <translation>Ein Impuls bei jedem Nulldurchgang.</translation>
    </message>
    <message>
        <source>Counts crossings of zero.</source>
        <translation>Zählt Nulldurchgänge.</translation>
    </message>
    <message>
        <source>Edge detector</source>
        <translation>Flankenerkennung</translation>
    </message>
    <message>
        <source>Latch</source>
        <translation>Speicherglied</translation>
    </message>
    <message>
        <source>Remembers which of two signals was true last.</source>
        <translation>Merkt sich, welches von zwei Signalen zuletzt wahr war.</translation>
    </message>
    <message>
        <source>Triggered counter</source>
        <translation>Ereigniszähler</translation>
    </message>
    <message>
        <source>a signal is true when it is &gt; 0; both crossings are isolated; y = 1 after set, 0 after reset; where one is true at the start, its state is set in Initialize in feedthrough order, as Relay&apos;s</source>
        <translation>ein Signal ist wahr, wenn es &gt; 0 ist; beide Durchgänge werden genau bestimmt; y = 1 nach set, 0 nach reset; wo eines am Anfang wahr ist, wird der Zustand bei der Initialisierung in der Reihenfolge des Durchgriffs gesetzt, wie beim Relais</translation>
    </message>
    <message>
        <source>at an isolated crossing of trigger x+ = x- + increment; at a rising one of reset x+ = initial_value, which wins; y = x</source>
        <translation>bei einem genau bestimmten Durchgang von trigger x+ = x- + increment; bei einem steigenden von reset x+ = initial_value, was gewinnt; y = x</translation>
    </message>
    <message>
        <source>length of the pulse</source>
        <translation>Länge des Impulses</translation>
    </message>
    <message>
        <source>of the integral part, in units of the output</source>
        <translation>des Integralanteils, in Einheiten des Ausgangs</translation>
    </message>
    <message>
        <source>the derivative&apos;s filter starts at the input&apos;s first value instead of 0: no kick</source>
        <translation>das Filter des Differenzialanteils beginnt beim ersten Wert des Eingangs statt bei 0: kein Stoß</translation>
    </message>
    <message>
        <source>the filter starts at the input&apos;s first value instead of 0: no kick</source>
        <translation>das Filter beginnt beim ersten Wert des Eingangs statt bei 0: kein Stoß</translation>
    </message>
    <message>
        <source>who wins while both are true</source>
        <translation>wer gewinnt, solange beide wahr sind</translation>
    </message>
    <message>
        <source>y = 1 from an isolated crossing on, for `duration` (a further crossing within begins it anew), else 0</source>
        <translation>y = 1 von einem genau bestimmten Durchgang an, für `duration` (ein weiterer Durchgang darin beginnt von neuem), sonst 0</translation>
    </message>
    <message>
        <source>y = kp*u + ki*int(u) + kd*N/(1+N/s)*u; clamping anti-windup at the limits</source>
        <translation>y = kp*u + ki*int(u) + kd*N/(1+N/s)*u; an den Grenzen steht der Integralanteil (Anti-Windup)</translation>
    </message>
    <message>
        <source>initial integral</source>
        <comment>parameter</comment>
        <translation>anfänglicher Integralanteil</translation>
    </message>
    <message>
        <source>priority</source>
        <comment>parameter</comment>
        <translation>Vorrang</translation>
    </message>
    <message>
        <source>starts at rest</source>
        <comment>parameter</comment>
        <translation>beginnt in Ruhe</translation>
    </message>
    <message>
        <source>flip-flop, flip flop, SR, RS, bistable, set reset, start stop, hold on, alarm</source>
        <comment>search words</comment>
        <translation>Speicherglied, Kippglied, Flipflop, RS-Glied, Selbsthaltung, Merker, bistabil, Setzen Rücksetzen, Alarm</translation>
    </message>
    <message>
        <source>edge, monoflop, monostable, one-shot, one shot, rising edge, falling edge, zero crossing, pulse on change</source>
        <comment>search words</comment>
        <translation>Flanke, Flankenerkennung, Flankendetektor, Monoflop, Zeitglied, steigende Flanke, fallende Flanke, Nulldurchgang, Wischer</translation>
    </message>
    <message>
        <source>event counter, count events, count edges, up counter, revolutions, cycles</source>
        <comment>search words</comment>
        <translation>Ereigniszähler, Zähler, Flanken zählen, Stückzahl, Umdrehungen, Zyklen</translation>
    </message>
    <message>
        <source>Dry and viscous friction force that can hold a body at rest.</source>
        <translation>Trockene und viskose Reibkraft, die einen Körper in Ruhe halten kann.</translation>
    </message>
    <message>
        <source>force = sign(v)*(coulomb + max(breakaway - coulomb, 0)*exp(-(v/stribeck_velocity)^2)) + viscous*v; at rest the force that keeps v at 0, while it is within the two limits (semantics 11, sliding)</source>
        <translation>force = sign(v)*(coulomb + max(breakaway - coulomb, 0)*exp(-(v/stribeck_velocity)^2)) + viscous*v; in Ruhe die Kraft, die v bei 0 hält, solange sie zwischen den beiden Grenzen liegt (Semantik 11, Gleiten)</translation>
    </message>
    <message>
        <source>force that holds at rest, where it is above coulomb; then stribeck_velocity must be &gt; 0</source>
        <translation>Kraft, die in Ruhe hält, wenn sie größer als coulomb ist; dann muss stribeck_velocity &gt; 0 sein</translation>
    </message>
    <message>
        <source>how fast breakaway falls to coulomb</source>
        <translation>wie schnell breakaway auf coulomb fällt</translation>
    </message>
    <message>
        <source>sliding friction</source>
        <translation>Gleitreibung</translation>
    </message>
    <message>
        <source>where a motion is driven to a threshold from both sides, as dry friction at rest is: solve slides along it (Filippov); fail ends the run there</source>
        <translation>wo eine Bewegung von beiden Seiten auf eine Schwelle getrieben wird, wie Reibung in Ruhe: solve gleitet darauf entlang (Filippow); fail beendet dort den Lauf</translation>
    </message>
    <message>
        <source>breakaway</source>
        <comment>parameter</comment>
        <translation>Losbrechkraft</translation>
    </message>
    <message>
        <source>discontinuities</source>
        <comment>parameter</comment>
        <translation>Unstetigkeiten</translation>
    </message>
    <message>
        <source>stribeck velocity</source>
        <comment>parameter</comment>
        <translation>Stribeck-Geschwindigkeit</translation>
    </message>
    <message>
        <source>Algebraic constraint</source>
        <translation>Algebraische Bedingung</translation>
    </message>
    <message>
        <source>Finds the value that makes its input zero.</source>
        <translation>Findet den Wert, für den sein Eingang null ist.</translation>
    </message>
    <message>
        <source>what becomes of signals that depend on themselves at the same instant: a diagram with such loops is refused, or they are solved at every instant</source>
        <translation>was aus Signalen wird, die im selben Augenblick von sich selbst abhängen: ein Diagramm mit solchen Schleifen wird abgelehnt, oder sie werden in jedem Augenblick gelöst</translation>
    </message>
    <message>
        <source>where the search begins</source>
        <translation>wo die Suche beginnt</translation>
    </message>
    <message>
        <source>z such that u = 0, by Newton, at every instant; needs `algebraic_loops` = solve</source>
        <translation>z, für das u = 0 ist, nach Newton, in jedem Augenblick; braucht `algebraic_loops` = solve</translation>
    </message>
    <message>
        <source>algebraic loops</source>
        <comment>parameter</comment>
        <translation>algebraische Schleifen</translation>
    </message>
    <message>
        <source>initial guess</source>
        <comment>parameter</comment>
        <translation>Anfangsschätzung</translation>
    </message>
    <message>
        <source>solve, root, equation, zero, implicit, algebraic loop, DAE, unknown, Newton, fsolve</source>
        <comment>search words</comment>
        <translation>lösen, Nullstelle, Gleichung, null, implizit, algebraische Schleife, DAE, Unbekannte, Newton</translation>
    </message>
    <message>
        <source>filtered input</source>
        <translation>gefilterter Eingang</translation>
    </message>
    <message>
        <source>integral</source>
        <translation>Integral</translation>
    </message>
    <message>
        <source>integral part</source>
        <translation>Integralanteil</translation>
    </message>
    <message>
        <source>filtered error</source>
        <translation>gefilterter Fehler</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>rate of the output</source>
        <translation>Änderungsrate des Ausgangs</translation>
    </message>
    <message>
        <source>samples to come</source>
        <translation>Abtastwerte, die noch kommen</translation>
    </message>
    <message>
        <source>sum of the errors</source>
        <translation>Summe der Fehler</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>letzter Fehler</translation>
    </message>
    <message>
        <source>past samples</source>
        <translation>frühere Abtastwerte</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>covariance of the prediction</source>
        <translation>Kovarianz der Vorhersage</translation>
    </message>
    <message>
        <source>whether it has begun</source>
        <translation>ob er begonnen hat</translation>
    </message>
    <message>
        <source>held value</source>
        <translation>gehaltener Wert</translation>
    </message>
    <message>
        <source>ends of the pulses</source>
        <translation>Enden der Impulse</translation>
    </message>
    <message>
        <source>whether it is on</source>
        <translation>ob er eingeschaltet ist</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Zählerstand</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>current</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>shift register</source>
        <translation>Schieberegister</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Abtastwert</translation>
    </message>
    <message>
        <source>its number</source>
        <translation>seine Nummer</translation>
    </message>
    <message>
        <source>time of the next arrival</source>
        <translation>Zeit der nächsten Ankunft</translation>
    </message>
    <message>
        <source>newest sample</source>
        <translation>neuester Abtastwert</translation>
    </message>
    <message>
        <source>sample before</source>
        <translation>Abtastwert davor</translation>
    </message>
    <message>
        <source>time of the last update</source>
        <translation>Zeit der letzten Aktualisierung</translation>
    </message>
    <message>
        <source>whether there was one</source>
        <translation>ob es eine gab</translation>
    </message>
    <message>
        <source>side that is engaged</source>
        <translation>Seite, die anliegt</translation>
    </message>
    <message>
        <source>output while it is free</source>
        <translation>Ausgang, solange sie frei ist</translation>
    </message>
    <message>
        <source>what is known of the turn</source>
        <translation>was vom Umkehrpunkt bekannt ist</translation>
    </message>
    <message>
        <source>segment of the past that is shown</source>
        <translation>gezeigter Abschnitt der Vergangenheit</translation>
    </message>
    <message>
        <source>past of the input</source>
        <translation>Vergangenheit des Eingangs</translation>
    </message>
    <message>
        <source>height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>whether it rests</source>
        <translation>ob er ruht</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
</context>
<context>
    <name>examples</name>
    <message>
        <source>A process with dead time</source>
        <translation>Ein Prozess mit Totzeit</translation>
    </message>
    <message>
        <source>What the controller does arrives at the process only after a dead time, which sets how fast the loop can be.</source>
        <translation>Was der Regler tut, kommt erst nach einer Totzeit beim Prozess an; sie bestimmt, wie schnell der Kreis sein kann.</translation>
    </message>
    <message>
        <source>A bouncing ball</source>
        <translation>Ein springender Ball</translation>
    </message>
    <message>
        <source>A counter</source>
        <translation>Ein Zähler</translation>
    </message>
    <message>
        <source>A motor in a drive</source>
        <translation>Ein Motor in einem Antrieb</translation>
    </message>
    <message>
        <source>A buck converter</source>
        <translation>Ein Abwärtswandler</translation>
    </message>
    <message>
        <source>A motor cascade at two rates</source>
        <translation>Eine Motorkaskade mit zwei Abtastraten</translation>
    </message>
    <message>
        <source>A motor&apos;s speed is controlled every 10 ms and its position every 25 ms: neither period is a multiple of the other, and all repeats every 50 ms.</source>
        <translation>Die Drehzahl eines Motors wird alle 10 ms geregelt, seine Lage alle 25 ms: Keine der Perioden ist ein Vielfaches der anderen, und alles wiederholt sich alle 50 ms.</translation>
    </message>
    <message>
        <source>A pendulum under LQG control</source>
        <translation>Ein Pendel mit LQG-Regelung</translation>
    </message>
    <message>
        <source>A switch is on while the amplified error of the output voltage lies below a ramp of 2.5 kHz: pulse-width modulation. When it switches follows from the voltages themselves, and is located to the last digits.</source>
        <translation>Ein Schalter ist ein, solange die verstärkte Abweichung der Ausgangsspannung unter einer Rampe von 2,5 kHz liegt: Pulsweitenmodulation. Wann er schaltet, folgt aus den Spannungen selbst und wird bis auf die letzten Stellen bestimmt.</translation>
    </message>
    <message>
        <source>Of a cart that balances a pole, position and angle are measured with noise every 20 ms. A Kalman filter estimates all four elements of its state, and a gain for each of them makes the force: linear quadratic Gaussian control. At 2 s the cart is pushed.</source>
        <translation>Von einem Wagen, der einen Stab balanciert, werden Ort und Winkel alle 20 ms verrauscht gemessen. Ein Kalman-Filter schätzt alle vier Elemente seines Zustands, und eine Verstärkung für jedes von ihnen gibt die Kraft: linear-quadratische Gaußsche Regelung. Nach 2 s wird der Wagen angestoßen.</translation>
    </message>
    <message>
        <source>A thermostat</source>
        <translation>Ein Thermostat</translation>
    </message>
    <message>
        <source>Noise through a filter</source>
        <translation>Rauschen durch ein Filter</translation>
    </message>
    <message>
        <source>Sampled PID control of a mass on a spring</source>
        <translation>Abgetastete PID-Regelung einer Masse</translation>
    </message>
    <message>
        <source>An inverted pendulum</source>
        <translation>Ein inverses Pendel</translation>
    </message>
    <message>
        <source>Position control at two rates</source>
        <translation>Lageregelung mit zwei Abtastzeiten</translation>
    </message>
    <message>
        <source>Predators and prey</source>
        <translation>Räuber und Beute</translation>
    </message>
    <message>
        <source>A PID controller reads the position error every 50 ms and holds its force in between. The mass moves continuously.</source>
        <translation>Ein PID-Regler liest alle 50 ms die Lageabweichung und hält seine Kraft dazwischen. Die Masse bewegt sich kontinuierlich.</translation>
    </message>
    <message>
        <source>A ball falls from 1 m and keeps 80 % of its speed at each impact. The impacts come ever faster and end after 4.06 s, where the ball comes to rest.</source>
        <translation>Ein Ball fällt aus 1 m Höhe und behält bei jedem Aufprall 80 % seiner Geschwindigkeit. Die Aufprälle folgen immer schneller und enden nach 4,06 s, wo der Ball zur Ruhe kommt.</translation>
    </message>
    <message>
        <source>A cart balances a pole. Every 50 ms the state is sampled, and a gain for each of its four elements makes the force on the cart.</source>
        <translation>Ein Wagen balanciert einen Stab. Alle 50 ms wird der Zustand abgetastet, und eine Verstärkung für jedes seiner vier Elemente ergibt die Kraft auf den Wagen.</translation>
    </message>
    <message>
        <source>A fast controller holds the speed of a carriage, a slow one tells it the speed that brings the carriage to its place. Each rate has its colour.</source>
        <translation>Ein schneller Regler hält die Geschwindigkeit eines Schlittens, ein langsamer gibt ihm die Geschwindigkeit vor, die den Schlitten an seinen Ort bringt. Jede Abtastzeit hat ihre Farbe.</translation>
    </message>
    <message>
        <source>A relay with hysteresis keeps a room between 19 and 21 °C over a day, while it is warmer outdoors by day than by night. The instants of switching are located, not sampled.</source>
        <translation>Ein Zweipunktglied mit Hysterese hält einen Raum über einen Tag zwischen 19 und 21 °C, während es draußen am Tag wärmer ist als in der Nacht. Die Schaltzeitpunkte werden genau bestimmt, nicht abgetastet.</translation>
    </message>
    <message>
        <source>A slow sine is measured with noise, a new sample every 20 ms, and passes a low-pass filter of second order. The noise is the same in every run with the same seed.</source>
        <translation>Ein langsamer Sinus wird mit Rauschen gemessen, ein neuer Wert alle 20 ms, und durchläuft einen Tiefpass zweiter Ordnung. Bei gleichem Startwert ist das Rauschen in jedem Lauf dasselbe.</translation>
    </message>
    <message>
        <source>Diagrams inside blocks: the drive holds a sampled controller and a motor, and the motor is a diagram of its own with its own parameters. Double-click a block to open it; the path above the canvas leads back.</source>
        <translation>Diagramme in Blöcken: Der Antrieb enthält einen Abtastregler und einen Motor, und der Motor ist ein eigenes Diagramm mit eigenen Parametern. Ein Doppelklick öffnet einen Block; der Pfad über der Zeichenfläche führt zurück.</translation>
    </message>
    <message>
        <source>The equations of Lotka and Volterra: prey multiply and are eaten, predators thrive on prey and die without. The numbers go round on a closed curve.</source>
        <translation>Die Gleichungen von Lotka und Volterra: Beutetiere vermehren sich und werden gefressen, Räuber gedeihen mit Beute und sterben ohne sie. Die Bestände laufen auf einer geschlossenen Kurve um.</translation>
    </message>
    <message>
        <source>The first example of discrete systems: x⁺ = x + 10 every 20 ms, published as S = 0, 10, 20, 30, …</source>
        <translation>Das erste Beispiel eines diskreten Systems: x⁺ = x + 10 alle 20 ms, ausgegeben als S = 0, 10, 20, 30, …</translation>
    </message>
    <message>
        <source>A block of 1 kg lies on a belt that runs at 0.1 m/s, and a spring of 10 N/m holds it. Dry friction takes it along until the spring pulls with 1.5 N, the breakaway force; then it slips, and sticks again where it has the velocity of the belt. While it sticks, the friction is the force that holds it.</source>
        <translation>Ein Klotz von 1 kg liegt auf einem Band, das mit 0,1 m/s läuft, und eine Feder von 10 N/m hält ihn. Trockene Reibung nimmt ihn mit, bis die Feder mit 1,5 N zieht, der Losbrechkraft; dann rutscht er und haftet wieder, wo er die Geschwindigkeit des Bandes hat. Während er haftet, ist die Reibung die Kraft, die ihn hält.</translation>
    </message>
    <message>
        <source>Stick–slip on a belt</source>
        <translation>Haften und Rutschen auf einem Band</translation>
    </message>
    <message>
        <source>A satellite 100 m behind its place in a circular orbit is brought there and held by thrusters whose error varies slowly about zero. As a study (`loopwright-cli montecarlo`) its 500 runs show how far from its place it may be.</source>
        <translation>Ein Satellit 100 m hinter seinem Platz auf einer Kreisbahn wird dorthin gebracht und gehalten, von Triebwerken, deren Fehler langsam um null schwankt. Als Studie (`loopwright-cli montecarlo`) zeigen seine 500 Läufe, wie weit er von seinem Platz sein kann.</translation>
    </message>
    <message>
        <source>Keeping a place in orbit</source>
        <translation>Einen Platz auf der Bahn halten</translation>
    </message>
</context>
<context>
    <name>loopwright::AboutDialog</name>
    <message>
        <source>About Loopwright</source>
        <translation>Über Loopwright</translation>
    </message>
    <message>
        <source>&amp;Copy the versions</source>
        <translation>Versionen &amp;kopieren</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>Draw, run and watch block diagrams of hybrid, sampled and stochastic systems.</source>
        <translation>Blockdiagramme hybrider, abgetasteter und stochastischer Systeme zeichnen, ausführen und beobachten.</translation>
    </message>
    <message>
        <source>Free software under the &lt;a href=&apos;https://www.gnu.org/licenses/gpl-3.0.html&apos;&gt;GNU General Public License&lt;/a&gt;, version 3 or later (GPL-3.0-or-later). It comes without any warranty.</source>
        <translation>Freie Software unter der &lt;a href=&apos;https://www.gnu.org/licenses/gpl-3.0.html&apos;&gt;GNU General Public License&lt;/a&gt;, Version 3 oder später (GPL-3.0-or-later). Ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>Built with</source>
        <translation>Gebaut mit</translation>
    </message>
    <message>
        <source>Libraries with version and licence</source>
        <translation>Bibliotheken mit Version und Lizenz</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
</context>
<context>
    <name>loopwright::Actions</name>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Export &amp;plots…</source>
        <translation>&amp;Plots exportieren…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>Alles auswähle&amp;n</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>&amp;Heal wires when a block is deleted</source>
        <translation>Verbindungen beim Löschen eines Blocks &amp;heilen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <source>&amp;Fit diagram</source>
        <translation>&amp;Diagramm einpassen</translation>
    </message>
    <message>
        <source>Theme of the &amp;system</source>
        <translation>Design des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>&amp;Helles Design</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>D&amp;unkles Design</translation>
    </message>
    <message>
        <source>Language of the &amp;system</source>
        <translation>Sprache des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation>&amp;English</translation>
    </message>
    <message>
        <source>&amp;Deutsch</source>
        <translation>&amp;Deutsch</translation>
    </message>
    <message>
        <source>&amp;Add a block…</source>
        <translation>Block &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Rotate</source>
        <translation>&amp;Drehen</translation>
    </message>
    <message>
        <source>&amp;Flip</source>
        <translation>&amp;Spiegeln</translation>
    </message>
    <message>
        <source>Add a &amp;note</source>
        <translation>&amp;Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add a fra&amp;me</source>
        <translation>&amp;Rahmen hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Left edges</source>
        <translation>&amp;Linke Kanten</translation>
    </message>
    <message>
        <source>&amp;Centres above each other</source>
        <translation>&amp;Mitten übereinander</translation>
    </message>
    <message>
        <source>&amp;Right edges</source>
        <translation>&amp;Rechte Kanten</translation>
    </message>
    <message>
        <source>&amp;Top edges</source>
        <translation>&amp;Obere Kanten</translation>
    </message>
    <message>
        <source>&amp;Middles side by side</source>
        <translation>Mitten &amp;nebeneinander</translation>
    </message>
    <message>
        <source>&amp;Bottom edges</source>
        <translation>&amp;Untere Kanten</translation>
    </message>
    <message>
        <source>Equal gaps &amp;side by side</source>
        <translation>Gleiche Abstände &amp;waagerecht</translation>
    </message>
    <message>
        <source>Equal gaps &amp;above each other</source>
        <translation>Gleiche Abstände &amp;senkrecht</translation>
    </message>
    <message>
        <source>Arran&amp;ge</source>
        <translation>An&amp;ordnen</translation>
    </message>
    <message>
        <source>Gro&amp;up into a subsystem</source>
        <translation>Zu Teilsystem &amp;gruppieren</translation>
    </message>
    <message>
        <source>&amp;Dissolve the subsystem</source>
        <translation>&amp;Teilsystem auflösen</translation>
    </message>
    <message>
        <source>&amp;Open subsystem</source>
        <translation>Teilsystem &amp;öffnen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Help on the block</source>
        <translation>&amp;Hilfe zum Block</translation>
    </message>
    <message>
        <source>All &amp;blocks</source>
        <translation>Alle &amp;Blöcke</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>Bef&amp;ehle…</translation>
    </message>
    <message>
        <source>S&amp;tart page</source>
        <translation>&amp;Startseite</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Tastatur und Maus</translation>
    </message>
    <message>
        <source>&amp;About Loopwright</source>
        <translation>&amp;Über Loopwright</translation>
    </message>
    <message>
        <source>Dup&amp;licate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>A new &amp;wire replaces the one at its input</source>
        <translation>Neue Verbindung ersetz&amp;t die vorhandene am Eingang</translation>
    </message>
    <message>
        <source>&amp;Zoom out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Commen&amp;t out</source>
        <translation>&amp;Auskommentieren</translation>
    </message>
    <message>
        <source>Lea&amp;ve subsystem</source>
        <translation>Teilsystem &amp;verlassen</translation>
    </message>
    <message>
        <source>Fit &amp;plots</source>
        <translation>&amp;Plots einpassen</translation>
    </message>
    <message>
        <source>Follow the &amp;run</source>
        <translation>Dem Lauf &amp;folgen</translation>
    </message>
    <message>
        <source>&amp;Minimap in the corner of the canvas</source>
        <translation>Ü&amp;bersicht in der Ecke der Zeichenfläche</translation>
    </message>
    <message>
        <source>Go to the &amp;blocks</source>
        <translation>Zu den &amp;Blöcken</translation>
    </message>
    <message>
        <source>Go to the &amp;outline</source>
        <translation>Zur &amp;Gliederung</translation>
    </message>
    <message>
        <source>Go to the &amp;history</source>
        <translation>Zum &amp;Verlauf</translation>
    </message>
    <message>
        <source>Go to the block&apos;s &amp;properties</source>
        <translation>Zu den &amp;Eigenschaften des Blocks</translation>
    </message>
    <message>
        <source>Go to the diagram&apos;s p&amp;arameters</source>
        <translation>Zu den &amp;Parametern des Diagramms</translation>
    </message>
    <message>
        <source>Go to the &amp;simulation&apos;s settings</source>
        <translation>Zu den E&amp;instellungen der Simulation</translation>
    </message>
    <message>
        <source>Go to the p&amp;lots</source>
        <translation>Zu den P&amp;lots</translation>
    </message>
    <message>
        <source>Go to the p&amp;roblems</source>
        <translation>Zu den &amp;Fehlern</translation>
    </message>
    <message>
        <source>Go to the &amp;minimap</source>
        <translation>Zur &amp;Übersicht</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>Voriger Be&amp;reich</translation>
    </message>
    <message>
        <source>&amp;Float or dock the panel</source>
        <translation>Bereich ab&amp;koppeln oder andocken</translation>
    </message>
    <message>
        <source>Move the panel to the &amp;left</source>
        <translation>Bereich nach &amp;links</translation>
    </message>
    <message>
        <source>Move the panel to the &amp;right</source>
        <translation>Bereich nach &amp;rechts</translation>
    </message>
    <message>
        <source>Move the panel &amp;below the canvas</source>
        <translation>Bereich &amp;unter die Zeichenfläche</translation>
    </message>
    <message>
        <source>&amp;Close the panel</source>
        <translation>Bereich &amp;schließen</translation>
    </message>
    <message>
        <source>Rese&amp;t the layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Prin&amp;t…</source>
        <translation>D&amp;rucken…</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Close the others</source>
        <translation>Die anderen schließen</translation>
    </message>
    <message>
        <source>Close all</source>
        <translation>Alle schließen</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>Einstellun&amp;gen …</translation>
    </message>
    <message>
        <source>Next diagram</source>
        <translation>Nächstes Diagramm</translation>
    </message>
    <message>
        <source>Previous diagram</source>
        <translation>Voriges Diagramm</translation>
    </message>
    <message>
        <source>Move the tab to the left</source>
        <translation>Reiter nach links schieben</translation>
    </message>
    <message>
        <source>Move the tab to the right</source>
        <translation>Reiter nach rechts schieben</translation>
    </message>
    <message>
        <source>Fold or unfold the panels</source>
        <translation>Bereiche ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Panels fold where room is scarce</source>
        <translation>Bereiche klappen bei wenig Platz ein</translation>
    </message>
    <message>
        <source>Panels stay beside the canvas</source>
        <translation>Bereiche bleiben neben der Zeichenfläche</translation>
    </message>
    <message>
        <source>Panels stay folded to icons</source>
        <translation>Bereiche bleiben als Symbole eingeklappt</translation>
    </message>
    <message>
        <source>Cursors in the plots</source>
        <translation>Messmarken in den Plots</translation>
    </message>
    <message>
        <source>Measures of the plots</source>
        <translation>Messwerte der Plots</translation>
    </message>
    <message>
        <source>Link the plots in time</source>
        <translation>Plots in der Zeit verbinden</translation>
    </message>
    <message>
        <source>Link the timeline with the plots</source>
        <translation>Zeitleiste mit den Plots verbinden</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>S&amp;chritt</translation>
    </message>
    <message>
        <source>Step past the next update</source>
        <translation>Bis nach der nächsten Aktualisierung</translation>
    </message>
    <message>
        <source>Run t&amp;o a time…</source>
        <translation>Bis zu einer &amp;Zeit…</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>Schn&amp;eller</translation>
    </message>
    <message>
        <source>&amp;Check the steps…</source>
        <translation>Schritte &amp;prüfen…</translation>
    </message>
    <message>
        <source>Go to the signals</source>
        <translation>Zu den Signalen</translation>
    </message>
    <message>
        <source>Go to the analysis</source>
        <translation>Zur Analyse</translation>
    </message>
    <message>
        <source>To the next phase of the step</source>
        <translation>Zur nächsten Phase des Schritts</translation>
    </message>
    <message>
        <source>To the next sample of the block</source>
        <translation>Zur nächsten Abtastung des Blocks</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>Sch&amp;ritt zurück</translation>
    </message>
    <message>
        <source>Back to the last update</source>
        <translation>Zurück zur letzten Aktualisierung</translation>
    </message>
    <message>
        <source>To the phase before</source>
        <translation>Zur Phase davor</translation>
    </message>
    <message>
        <source>Back to the last sample of the block</source>
        <translation>Zurück zur letzten Abtastung des Blocks</translation>
    </message>
    <message>
        <source>Run on from here as a &amp;new run</source>
        <translation>Von hier als &amp;neuer Lauf weiter</translation>
    </message>
    <message>
        <source>Go to the study</source>
        <translation>Zur Studie</translation>
    </message>
    <message>
        <source>Go to the kept r&amp;uns</source>
        <translation>Zu den Lä&amp;ufen</translation>
    </message>
    <message>
        <source>&amp;Open a run…</source>
        <translation>Einen Lauf ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Save the run…</source>
        <translation>Den Lauf &amp;speichern…</translation>
    </message>
    <message>
        <source>&amp;Compare two runs…</source>
        <translation>Zwei Läufe &amp;vergleichen…</translation>
    </message>
    <message>
        <source>&amp;Verify the run</source>
        <translation>Den Lauf &amp;nachprüfen</translation>
    </message>
    <message>
        <source>&amp;Pin the run, or let go of it</source>
        <translation>Den Lauf an&amp;heften oder lösen</translation>
    </message>
    <message>
        <source>&amp;Delete the run</source>
        <translation>Den Lauf &amp;löschen</translation>
    </message>
    <message>
        <source>&amp;Values on the wires</source>
        <translation>&amp;Werte an den Verbindungen</translation>
    </message>
    <message>
        <source>Export a fi&amp;gure…</source>
        <translation>Abbildun&amp;g exportieren…</translation>
    </message>
    <message>
        <source>Go to the inspector</source>
        <translation>Zum Inspektor</translation>
    </message>
    <message>
        <source>Go to the &amp;timeline</source>
        <translation>Zur Zei&amp;tleiste</translation>
    </message>
    <message>
        <source>Blocks by computations</source>
        <translation>Blöcke nach Berechnungen</translation>
    </message>
    <message>
        <source>Blocks by computing time</source>
        <translation>Blöcke nach Rechenzeit</translation>
    </message>
</context>
<context>
    <name>loopwright::AnalysisPanel</name>
    <message>
        <source>Choose a signal, or take “Analyse the loop here” from the menu of a wire.</source>
        <translation>Wählen Sie ein Signal, oder nehmen Sie „Den Kreis hier analysieren“ aus dem Menü einer Leitung.</translation>
    </message>
    <message>
        <source>This analysis is of a periodic orbit, which has no frequency response: poles, trim and rlocus of the command line take it.</source>
        <translation>Diese Analyse gilt einer periodischen Bahn, die keinen Frequenzgang hat: poles, trim und rlocus der Kommandozeile nehmen sie.</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin gehen</translation>
    </message>
    <message>
        <source>Put a gain in its place…</source>
        <translation>Eine Verstärkung an seine Stelle setzen …</translation>
    </message>
    <message>
        <source>In the place of %1</source>
        <translation>An der Stelle von %1</translation>
    </message>
    <message>
        <source>A gain, or a matrix with a column for each input, as [[-1, 1]]:</source>
        <translation>Eine Verstärkung oder eine Matrix mit einer Spalte für jeden Eingang, etwa [[-1, 1]]:</translation>
    </message>
    <message>
        <source>The gain %1 stands in the place of %2.</source>
        <translation>Die Verstärkung %1 steht an der Stelle von %2.</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Zurücknehmen</translation>
    </message>
</context>
<context>
    <name>loopwright::DesignForm</name>
    <message>
        <source>Put into the diagram</source>
        <translation>In das Diagramm setzen</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find the controller, and show its loop beside the present one</source>
        <translation>Den Regler suchen und seinen Kreis neben dem jetzigen zeigen</translation>
    </message>
    <message>
        <source>PID, SIMC</source>
        <translation>PID, SIMC</translation>
    </message>
    <message>
        <source>PID, phase margin</source>
        <translation>PID, Phasenreserve</translation>
    </message>
    <message>
        <source>PID, largest |S|</source>
        <translation>PID, größtes |S|</translation>
    </message>
    <message>
        <source>PID, relay experiment</source>
        <translation>PID, Relaisversuch</translation>
    </message>
    <message>
        <source>LQR</source>
        <translation>LQR</translation>
    </message>
    <message>
        <source>Poles</source>
        <translation>Pole</translation>
    </message>
    <message>
        <source>Method of the design</source>
        <translation>Verfahren des Entwurfs</translation>
    </message>
    <message>
        <source>Block that gets the design</source>
        <translation>Block, der den Entwurf erhält</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>PI</source>
        <translation>PI</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>closed loop, s</source>
        <translation>geschlossener Kreis, s</translation>
    </message>
    <message>
        <source>as the dead time</source>
        <translation>wie die Totzeit</translation>
    </message>
    <message>
        <source>crossover, rad/s</source>
        <translation>Durchtrittsfrequenz, rad/s</translation>
    </message>
    <message>
        <source>phase margin, °</source>
        <translation>Phasenreserve, °</translation>
    </message>
    <message>
        <source>largest |S|</source>
        <translation>größtes |S|</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>hysteresis</source>
        <translation>Hysterese</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Ziegler, Nichols</source>
        <translation>Ziegler, Nichols</translation>
    </message>
    <message>
        <source>Tyreus, Luyben</source>
        <translation>Tyreus, Luyben</translation>
    </message>
    <message>
        <source>Q, of states</source>
        <translation>Q, der Zustände</translation>
    </message>
    <message>
        <source>R, of inputs</source>
        <translation>R, der Eingänge</translation>
    </message>
    <message>
        <source>poles</source>
        <translation>Pole</translation>
    </message>
    <message>
        <source>[-1, -2], or deadbeat</source>
        <translation>[-1, -2] oder deadbeat</translation>
    </message>
    <message>
        <source>%1: “%2” is no number</source>
        <translation>%1: „%2“ ist keine Zahl</translation>
    </message>
    <message>
        <source>There is no block with the gains kp, ki and kd; add a PidController.</source>
        <translation>Es gibt keinen Block mit den Verstärkungen kp, ki und kd; fügen Sie einen PidController hinzu.</translation>
    </message>
    <message>
        <source>poles %1</source>
        <translation>Pole %1</translation>
    </message>
    <message>
        <source>cost %1</source>
        <translation>Kosten %1</translation>
    </message>
    <message>
        <source>cost %1 (now %2)</source>
        <translation>Kosten %1 (jetzt %2)</translation>
    </message>
    <message>
        <source>Design %1</source>
        <translation>%1 entwerfen</translation>
    </message>
    <message>
        <source>Kalman filter</source>
        <translation>Kalman-Filter</translation>
    </message>
    <message>
        <source>LQG</source>
        <translation>LQG</translation>
    </message>
    <message>
        <source>W, noise on states</source>
        <translation>W, Rauschen der Zustände</translation>
    </message>
    <message>
        <source>V, noise of outputs</source>
        <translation>V, Rauschen der Ausgänge</translation>
    </message>
    <message>
        <source>Q, noise at inputs</source>
        <translation>Q, Rauschen der Eingänge</translation>
    </message>
    <message>
        <source>R, noise of outputs</source>
        <translation>R, Rauschen der Ausgänge</translation>
    </message>
    <message>
        <source>period, s</source>
        <translation>Periode, s</translation>
    </message>
    <message>
        <source>as the diagram</source>
        <translation>wie das Diagramm</translation>
    </message>
    <message>
        <source>Of the samples of what controls or watches a continuous diagram; the cost and the noise between them are exact</source>
        <translation>Der Abtastungen dessen, was ein kontinuierliches Diagramm regelt oder beobachtet; die Kosten und das Rauschen dazwischen sind exakt</translation>
    </message>
    <message>
        <source>new blocks</source>
        <translation>neue Blöcke</translation>
    </message>
    <message>
        <source>New blocks stand between the ends of a response: choose “Response from” above the plots, from what the controller acts on to what it reads.</source>
        <translation>Neue Blöcke stehen zwischen den Enden einer Antwort: Wählen Sie über den Bildern „Antwort von“, von dem, worauf der Regler wirkt, bis zu dem, was er liest.</translation>
    </message>
    <message>
        <source>Put %1 into the diagram</source>
        <translation>%1 in das Diagramm setzen</translation>
    </message>
</context>
<context>
    <name>loopwright::AnalysisRunner</name>
    <message>
        <source>“%1” only switches: it lets no small signal through.</source>
        <translation>„%1“ schaltet nur: Es lässt kein kleines Signal durch.</translation>
    </message>
</context>
<context>
    <name>loopwright::AnalysisViews</name>
    <message>
        <source>Figure…</source>
        <translation>Abbildung…</translation>
    </message>
    <message>
        <source>How it is drawn</source>
        <translation>Wie es gezeichnet wird</translation>
    </message>
    <message>
        <source>Bode</source>
        <translation>Bode</translation>
    </message>
    <message>
        <source>Nyquist</source>
        <translation>Nyquist</translation>
    </message>
    <message>
        <source>Nichols</source>
        <translation>Nichols</translation>
    </message>
    <message>
        <source>Poles</source>
        <translation>Pole</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>Show other views beside this one</source>
        <translation>Andere Ansichten neben dieser zeigen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep these curves in grey behind those that follow</source>
        <translation>Diese Kurven in Grau hinter denen behalten, die folgen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the curves behind</source>
        <translation>Die Kurven dahinter entfernen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export the chosen view as a picture or as data</source>
        <translation>Die gewählte Ansicht als Bild oder als Daten exportieren</translation>
    </message>
    <message>
        <source>Export the picture…</source>
        <translation>Bild exportieren…</translation>
    </message>
    <message>
        <source>Export the data…</source>
        <translation>Daten exportieren…</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Linse</translation>
    </message>
    <message>
        <source>Show at which frequencies a sine comes out behind samplers</source>
        <translation>Zeigen, mit welchen Frequenzen ein Sinus hinter Abtastern herauskommt</translation>
    </message>
</context>
<context>
    <name>loopwright::PlaceFields</name>
    <message>
        <source>Where the diagram is linearised</source>
        <translation>Wo das Diagramm linearisiert wird</translation>
    </message>
    <message>
        <source>at initial values</source>
        <translation>bei den Anfangswerten</translation>
    </message>
    <message>
        <source>at rest</source>
        <translation>in Ruhe</translation>
    </message>
    <message>
        <source>at a time</source>
        <translation>zu einer Zeit</translation>
    </message>
    <message>
        <source>Time of a run</source>
        <translation>Zeit eines Laufs</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>What may change for the equilibrium</source>
        <translation>Was sich für die Ruhelage ändern darf</translation>
    </message>
    <message>
        <source>free: u.y=0..10</source>
        <translation>frei: u.y=0..10</translation>
    </message>
    <message>
        <source>What signals have at the equilibrium</source>
        <translation>Was Signale in der Ruhelage haben</translation>
    </message>
    <message>
        <source>target: plant.y=1</source>
        <translation>Ziel: plant.y=1</translation>
    </message>
</context>
<context>
    <name>loopwright::PortFields</name>
    <message>
        <source>Signal that is read</source>
        <translation>Signal, das gelesen wird</translation>
    </message>
    <message>
        <source>What is analysed</source>
        <translation>Was analysiert wird</translation>
    </message>
    <message>
        <source>Loop through</source>
        <translation>Kreis durch</translation>
    </message>
    <message>
        <source>Response from</source>
        <translation>Antwort von</translation>
    </message>
    <message>
        <source>Which of several responses is drawn</source>
        <translation>Welche von mehreren Antworten gezeichnet wird</translation>
    </message>
    <message>
        <source>Parameter that is changed by dragging</source>
        <translation>Parameter, den Ziehen ändert</translation>
    </message>
    <message>
        <source>Signal of the loop</source>
        <translation>Signal des Kreises</translation>
    </message>
    <message>
        <source>Where the input is added</source>
        <translation>Wo der Eingang addiert wird</translation>
    </message>
    <message>
        <source>No parameter</source>
        <translation>Kein Parameter</translation>
    </message>
</context>
<context>
    <name>loopwright::Autosave</name>
    <message>
        <source>The folder for unsaved changes cannot be written.</source>
        <translation>In den Ordner für nicht gespeicherte Änderungen kann nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>loopwright::BlockInserter</name>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>%1 does not fit into a wire: that takes one input and one output</source>
        <translation>%1 passt nicht in eine Verbindung: Dazu braucht es einen Eingang und einen Ausgang.</translation>
    </message>
    <message>
        <source>Break the loop</source>
        <translation>Schleife auftrennen</translation>
    </message>
</context>
<context>
    <name>loopwright::BlockPropertiesForm</name>
    <message>
        <source>in %1</source>
        <comment>a unit</comment>
        <translation>in %1</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>every %1 s</source>
        <translation>alle %1 s</translation>
    </message>
    <message>
        <source>every %1 s from %2 s</source>
        <translation>alle %1 s ab %2 s</translation>
    </message>
    <message>
        <source>at events</source>
        <translation>bei Ereignissen</translation>
    </message>
    <message>
        <source>continuous</source>
        <translation>kontinuierlich</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Anschlüsse</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>This program has no block type %1.</source>
        <translation>Dieses Programm kennt den Blocktyp %1 nicht.</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>not wired</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>further inputs: %1</source>
        <translation>weitere Eingänge: %1</translation>
    </message>
    <message>
        <source>further outputs: %1</source>
        <translation>weitere Ausgänge: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Help (F1)</source>
        <translation>Hilfe (F1)</translation>
    </message>
    <message>
        <source>The colour of the block on the canvas</source>
        <translation>Die Farbe des Blocks auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>%1 färben</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Reset %1 of %2</source>
        <translation>%1 von %2 zurücksetzen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>unknown of an algebraic loop</source>
        <translation>Unbekannte einer algebraischen Schleife</translation>
    </message>
</context>
<context>
    <name>loopwright::Breadcrumb</name>
    <message>
        <source>Go to %1 (Esc goes up)</source>
        <translation>Zu %1 gehen (Esc führt nach oben)</translation>
    </message>
    <message>
        <source>The diagram shown</source>
        <translation>Das angezeigte Diagramm</translation>
    </message>
</context>
<context>
    <name>loopwright::CanvasMenu</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Spiegeln</translation>
    </message>
    <message>
        <source>Comment out</source>
        <translation>Auskommentieren</translation>
    </message>
    <message>
        <source>Comment in</source>
        <translation>Wieder aktivieren</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Put a frame around</source>
        <translation>Rahmen darum ziehen</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>Ausrichten</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Take out of the wires</source>
        <translation>Aus den Verbindungen nehmen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Left edges</source>
        <translation>Linke Kanten</translation>
    </message>
    <message>
        <source>Centres above each other</source>
        <translation>Mitten übereinander</translation>
    </message>
    <message>
        <source>Right edges</source>
        <translation>Rechte Kanten</translation>
    </message>
    <message>
        <source>Top edges</source>
        <translation>Obere Kanten</translation>
    </message>
    <message>
        <source>Middles side by side</source>
        <translation>Mitten nebeneinander</translation>
    </message>
    <message>
        <source>Bottom edges</source>
        <translation>Untere Kanten</translation>
    </message>
    <message>
        <source>Equal gaps side by side</source>
        <translation>Gleiche Abstände waagerecht</translation>
    </message>
    <message>
        <source>Equal gaps above each other</source>
        <translation>Gleiche Abstände senkrecht</translation>
    </message>
    <message>
        <source>Name the signal</source>
        <translation>Signal benennen</translation>
    </message>
    <message>
        <source>Insert a block</source>
        <translation>Block einfügen</translation>
    </message>
    <message>
        <source>Break the loop with a unit delay</source>
        <translation>Schleife mit einer Einheitsverzögerung auftrennen</translation>
    </message>
    <message>
        <source>Break the loop with a first-order lag</source>
        <translation>Schleife mit einem PT1-Glied auftrennen</translation>
    </message>
    <message>
        <source>Route automatically</source>
        <translation>Automatisch verlegen</translation>
    </message>
    <message>
        <source>Take the wire elsewhere</source>
        <translation>Verbindung umstecken</translation>
    </message>
    <message>
        <source>Draw a wire</source>
        <translation>Verbindung ziehen</translation>
    </message>
    <message>
        <source>Add a block here</source>
        <translation>Block hier hinzufügen</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Verbindung trennen</translation>
    </message>
    <message>
        <source>Record this signal</source>
        <translation>Dieses Signal aufzeichnen</translation>
    </message>
    <message>
        <source>Record %1</source>
        <translation>%1 aufzeichnen</translation>
    </message>
    <message>
        <source>Don&apos;t record %1</source>
        <translation>%1 nicht aufzeichnen</translation>
    </message>
    <message>
        <source>The next run records %1 and plots it.</source>
        <translation>Der nächste Lauf zeichnet %1 auf und stellt es dar.</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>Text bearbeiten</translation>
    </message>
    <message>
        <source>Add a block</source>
        <translation>Block hinzufügen</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add a frame</source>
        <translation>Rahmen hinzufügen</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Fit in view</source>
        <translation>In Ansicht einpassen</translation>
    </message>
    <message>
        <source>Leave the subsystem</source>
        <translation>Teilsystem verlassen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Show in a plot</source>
        <translation>In einem Plot zeigen</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Analyse the loop here</source>
        <translation>Den Kreis hier analysieren</translation>
    </message>
    <message>
        <source>Response from here</source>
        <translation>Antwort von hier</translation>
    </message>
    <message>
        <source>Response to here</source>
        <translation>Antwort bis hier</translation>
    </message>
    <message>
        <source>Study…</source>
        <translation>Studie…</translation>
    </message>
    <message>
        <source>This wire alone</source>
        <translation>Nur diese Verbindung</translation>
    </message>
</context>
<context>
    <name>loopwright::CanvasOverlays</name>
    <message>
        <source>&lt;p style=&apos;font-size:%1px&apos;&gt;&lt;b&gt;Double-click, or just type, to add a block&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Type for example &lt;i&gt;sine&lt;/i&gt;, &lt;i&gt;gain 5&lt;/i&gt; or &lt;i&gt;scope&lt;/i&gt;, or drag blocks from the list on the left.&lt;/p&gt;&lt;p&gt;Drag from a block&apos;s output to an input to wire them. F5 runs the diagram.&lt;/p&gt;</source>
        <translation>&lt;p style=&apos;font-size:%1px&apos;&gt;&lt;b&gt;Doppelklicken oder einfach tippen, um einen Block hinzuzufügen&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Tippen Sie zum Beispiel &lt;i&gt;Sinus&lt;/i&gt;, &lt;i&gt;gain 5&lt;/i&gt; oder &lt;i&gt;scope&lt;/i&gt;, oder ziehen Sie Blöcke aus der Liste links.&lt;/p&gt;&lt;p&gt;Ziehen Sie vom Ausgang eines Blocks zu einem Eingang, um sie zu verbinden. F5 startet die Simulation.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p style=&apos;font-size:%1px&apos;&gt;&lt;b&gt;This subsystem is empty&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Double-click, or just type, to add a block. Each &lt;i&gt;Inport&lt;/i&gt; and &lt;i&gt;Outport&lt;/i&gt; gives the subsystem a port.&lt;/p&gt;</source>
        <translation>&lt;p style=&apos;font-size:%1px&apos;&gt;&lt;b&gt;Dieses Teilsystem ist leer&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Doppelklicken oder einfach tippen, um einen Block hinzuzufügen. Jeder &lt;i&gt;Eingang&lt;/i&gt; und &lt;i&gt;Ausgang&lt;/i&gt; gibt dem Teilsystem einen Anschluss.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>loopwright::CanvasTexts</name>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Name of the block</source>
        <translation>Name des Blocks</translation>
    </message>
    <message>
        <source>Name signal %1</source>
        <translation>Signal %1 benennen</translation>
    </message>
    <message>
        <source>Name of the signal</source>
        <translation>Name des Signals</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>the note has changed since</source>
        <translation>Die Notiz hat sich inzwischen geändert.</translation>
    </message>
    <message>
        <source>Title frame</source>
        <translation>Rahmen beschriften</translation>
    </message>
    <message>
        <source>the frame has changed since</source>
        <translation>Der Rahmen hat sich inzwischen geändert.</translation>
    </message>
    <message>
        <source>Title of the frame</source>
        <translation>Titel des Rahmens</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add frame</source>
        <translation>Rahmen hinzufügen</translation>
    </message>
</context>
<context>
    <name>loopwright::CommandPalette</name>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Type what to do</source>
        <translation>Befehl eingeben</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command is called “%1”</source>
        <translation>Kein Befehl heißt „%1“</translation>
    </message>
</context>
<context>
    <name>loopwright::CommonParametersForm</name>
    <message>
        <source>They have no parameter in common.</source>
        <translation>Sie haben keinen gemeinsamen Parameter.</translation>
    </message>
    <message>
        <source>What is entered here is given to all of them.</source>
        <translation>Was hier eingegeben wird, erhalten alle.</translation>
    </message>
    <message>
        <source>different values</source>
        <translation>verschiedene Werte</translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %1 of %n blocks</source>
        <translation>
            <numerusform>%1 von %n Block ändern</numerusform>
            <numerusform>%1 von %n Blöcken ändern</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loopwright::DiagnosticsDialog</name>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Nothing was changed. The file has these problems:</source>
        <translation>Es wurde nichts geändert. Die Datei hat diese Probleme:</translation>
    </message>
</context>
<context>
    <name>loopwright::DiagramDocument</name>
    <message>
        <source>untitled</source>
        <translation>unbenannt</translation>
    </message>
    <message>
        <source>Show %1 in a plot</source>
        <translation>%1 in einem Plot zeigen</translation>
    </message>
    <message>
        <source>Take %1 out of a plot</source>
        <translation>%1 aus einem Plot nehmen</translation>
    </message>
    <message>
        <source>Move a plot</source>
        <translation>Plot verschieben</translation>
    </message>
</context>
<context>
    <name>loopwright::DiagramForm</name>
    <message>
        <source>Title of the diagram</source>
        <translation>Titel des Diagramms</translation>
    </message>
    <message>
        <source>Description of the diagram</source>
        <translation>Beschreibung des Diagramms</translation>
    </message>
    <message>
        <source>What the diagram is about</source>
        <translation>Wovon das Diagramm handelt</translation>
    </message>
    <message>
        <source>Select a block or a wire to see what belongs to it.</source>
        <translation>Wählen Sie einen Block oder eine Verbindung aus, um zu sehen, was dazu gehört.</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Blocks: %1</source>
        <translation>Blöcke: %1</translation>
    </message>
    <message>
        <source>Wires: %1</source>
        <translation>Verbindungen: %1</translation>
    </message>
    <message>
        <source>Subsystems: %1</source>
        <translation>Teilsysteme: %1</translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation>Parameter: %1</translation>
    </message>
    <message>
        <source>No file yet</source>
        <translation>Noch keine Datei</translation>
    </message>
    <message>
        <source>Describe the diagram</source>
        <translation>Diagramm beschreiben</translation>
    </message>
</context>
<context>
    <name>loopwright::DiagramView</name>
    <message>
        <source>Diagram</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Sky</source>
        <translation>Himmelblau</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Andere…</translation>
    </message>
</context>
<context>
    <name>loopwright::DocumentTabs</name>
    <message>
        <source>%1, not saved yet</source>
        <translation>%1, noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>The run is paused</source>
        <translation>Der Lauf ist angehalten</translation>
    </message>
</context>
<context>
    <name>loopwright::ExampleCard</name>
    <message>
        <source>Example: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
</context>
<context>
    <name>loopwright::FigureWidget</name>
    <message>
        <source>samples</source>
        <translation>Abtastwerte</translation>
    </message>
    <message>
        <source>frequency, Hz</source>
        <translation>Frequenz, Hz</translation>
    </message>
    <message>
        <source>density, %1</source>
        <translation>Dichte, %1</translation>
    </message>
    <message>
        <source>%1, theory</source>
        <translation>%1, Theorie</translation>
    </message>
    <message>
        <source>interval of the estimate, 95 %</source>
        <translation>Intervall der Schätzung, 95 %</translation>
    </message>
</context>
<context>
    <name>loopwright::FindPanel</name>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Find in all levels</source>
        <translation>In allen Ebenen suchen</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>Find in the diagram</source>
        <translation>Im Diagramm suchen</translation>
    </message>
    <message>
        <source>Find blocks, signals, parameters and texts in all levels</source>
        <translation>Blöcke, Signale, Parameter und Texte in allen Ebenen suchen</translation>
    </message>
</context>
<context>
    <name>loopwright::HelpWindow</name>
    <message>
        <source>Help — Loopwright</source>
        <translation>Hilfe — Loopwright</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>Zurück (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vorwärts (Alt+Rechts)</translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation>Alle Blöcke</translation>
    </message>
    <message>
        <source>All blocks (Alt+Home)</source>
        <translation>Alle Blöcke (Alt+Pos1)</translation>
    </message>
</context>
<context>
    <name>loopwright::MainWindow</name>
    <message>
        <source>Show the problems</source>
        <translation>Probleme anzeigen</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>no file yet</source>
        <translation>noch keine Datei</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>seed %1 · %2 · %3 %</source>
        <translation>Zufallsstartwert %1 · %2 · %3 %</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>B&amp;eispiele</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Diagram</source>
        <translation>D&amp;iagramm</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>A&amp;lign</source>
        <translation>Ausri&amp;chten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Simulation</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>No examples were found</source>
        <translation>Keine Beispiele gefunden</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problems %1</source>
        <translation>Probleme %1</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>Gehe &amp;zu</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>Befehl ausführen</translation>
    </message>
    <message>
        <source>No panel has the keyboard: F6 leads to the next.</source>
        <translation>Kein Bereich hat den Tastaturfokus: F6 führt zum nächsten.</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>Berei&amp;che</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>&amp;Anordnen</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>Select the block whose samples you mean.</source>
        <translation>Wählen Sie den Block aus, dessen Abtastungen gemeint sind.</translation>
    </message>
    <message>
        <source>&amp;Kept runs</source>
        <translation>Auf&amp;gehobene Läufe</translation>
    </message>
    <message>
        <source>Run the diagram to see values on its wires.</source>
        <translation>Lassen Sie das Diagramm laufen, um Werte an seinen Verbindungen zu sehen.</translation>
    </message>
</context>
<context>
    <name>loopwright::Minimap</name>
    <message>
        <source>Overview of the diagram</source>
        <translation>Übersicht über das Diagramm</translation>
    </message>
    <message>
        <source>The whole diagram; click to go there</source>
        <translation>Das ganze Diagramm; ein Klick führt dorthin</translation>
    </message>
</context>
<context>
    <name>loopwright::NoteEditor</name>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Markdown. Ctrl+Enter is done, Esc gives up.</source>
        <translation>Markdown. Strg+Eingabe übernimmt, Esc verwirft.</translation>
    </message>
    <message>
        <source>Markdown. Ctrl+Enter or Esc is done.</source>
        <translation>Markdown. Strg+Eingabe oder Esc beendet.</translation>
    </message>
</context>
<context>
    <name>loopwright::OutlinePanel</name>
    <message>
        <source>Outline of the diagram</source>
        <translation>Gliederung des Diagramms</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Block %1, %2</source>
        <translation>Block %1, %2</translation>
    </message>
    <message>
        <source>Block %1, %2, commented out</source>
        <translation>Block %1, %2, auskommentiert</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>Eingänge: %1</translation>
    </message>
    <message>
        <source>Wire from %1 to %2</source>
        <translation>Verbindung von %1 nach %2</translation>
    </message>
    <message>
        <source>Wire from %1 to %2, signal %3</source>
        <translation>Verbindung von %1 nach %2, Signal %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>Outputs: %1</source>
        <translation>Ausgänge: %1</translation>
    </message>
    <message>
        <source>Show in a plot</source>
        <translation>In einem Plot zeigen</translation>
    </message>
</context>
<context>
    <name>loopwright::PaceBox</name>
    <message>
        <source>real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>%1× real time</source>
        <translation>%1× Echtzeit</translation>
    </message>
    <message>
        <source>Change the pace</source>
        <translation>Tempo ändern</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast the simulation goes</source>
        <translation>Wie schnell die Simulation läuft</translation>
    </message>
    <message>
        <source>full speed</source>
        <translation>volles Tempo</translation>
    </message>
</context>
<context>
    <name>loopwright::PaletteEntry</name>
    <message>
        <source>Place in the diagram</source>
        <translation>Ins Diagramm einfügen</translation>
    </message>
    <message>
        <source>Help on %1</source>
        <translation>Hilfe zu %1</translation>
    </message>
    <message>
        <source>%1
Drag it to the diagram, or double-click. F marks a favourite, F1 is help.</source>
        <translation>%1
Ins Diagramm ziehen oder doppelklicken. F: Favorit, F1: Hilfe.</translation>
    </message>
    <message>
        <source>%1, a favourite</source>
        <translation>%1, ein Favorit</translation>
    </message>
    <message>
        <source>No longer a favourite</source>
        <translation>Kein Favorit mehr</translation>
    </message>
    <message>
        <source>Mark as a favourite</source>
        <translation>Als Favorit markieren</translation>
    </message>
</context>
<context>
    <name>loopwright::PalettePanel</name>
    <message>
        <source>Search blocks</source>
        <translation>Blöcke suchen</translation>
    </message>
    <message numerus="yes">
        <source>Search %n blocks</source>
        <translation>
            <numerusform>%n Block durchsuchen</numerusform>
            <numerusform>%n Blöcke durchsuchen</numerusform>
        </translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>Favoriten</translation>
    </message>
</context>
<context>
    <name>loopwright::PanelBar</name>
    <message>
        <source>Folded panels</source>
        <translation>Eingeklappte Bereiche</translation>
    </message>
</context>
<context>
    <name>loopwright::PanelDock</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the panel; the menu View opens it again</source>
        <translation>Bereich schließen; das Menü „Ansicht“ öffnet ihn wieder</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>Andocken</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>Abkoppeln</translation>
    </message>
    <message>
        <source>Put the panel back into the window</source>
        <translation>Bereich wieder ins Fenster setzen</translation>
    </message>
    <message>
        <source>Take the panel out of the window</source>
        <translation>Bereich aus dem Fenster lösen</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Move below the canvas</source>
        <translation>Unter die Zeichenfläche</translation>
    </message>
</context>
<context>
    <name>loopwright::PanelDrawer</name>
    <message>
        <source>Fold the panel back (Esc)</source>
        <translation>Den Bereich wieder einklappen (Esc)</translation>
    </message>
    <message>
        <source>Fold the panel back</source>
        <translation>Den Bereich wieder einklappen</translation>
    </message>
</context>
<context>
    <name>loopwright::ParametersModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>a parameter needs a value</source>
        <translation>Ein Parameter braucht einen Wert.</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Add parameter %1</source>
        <translation>Parameter %1 hinzufügen</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n parameters</source>
        <translation>
            <numerusform>%n Parameter löschen</numerusform>
            <numerusform>%n Parameter löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>From the diagram outside</source>
        <translation>Aus dem äußeren Diagramm</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Von %1</translation>
    </message>
    <message>
        <source>a parameter needs a name</source>
        <translation>ein Parameter braucht einen Namen</translation>
    </message>
</context>
<context>
    <name>loopwright::ParametersPanel</name>
    <message>
        <source>Parameters of the diagram</source>
        <translation>Parameter des Diagramms</translation>
    </message>
    <message>
        <source>Slider beside the plots</source>
        <translation>Schieberegler neben den Plots</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation>Parameter hinzufügen</translation>
    </message>
    <message>
        <source>Remove the selected parameters</source>
        <translation>Ausgewählte Parameter entfernen</translation>
    </message>
    <message>
        <source>There are no parameters yet. A parameter is a number with a name, such as Kp = 2, that the fields of all blocks may use. The button + adds one.</source>
        <translation>Es gibt noch keine Parameter. Ein Parameter ist eine Zahl mit Namen, etwa Kp = 2, die in den Feldern aller Blöcke verwendet werden kann. Die Taste + fügt einen hinzu.</translation>
    </message>
</context>
<context>
    <name>loopwright::PlotFrame</name>
    <message>
        <source>Drag the plot to a side of another</source>
        <translation>Den Plot an eine Seite eines anderen ziehen</translation>
    </message>
</context>
<context>
    <name>loopwright::PlotMenu</name>
    <message>
        <source>By its unit</source>
        <translation>Nach ihrer Einheit</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken…</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Einblenden</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour a curve</source>
        <translation>Kurve färben</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Solid</source>
        <translation>Durchgezogen</translation>
    </message>
    <message>
        <source>Dashed</source>
        <translation>Gestrichelt</translation>
    </message>
    <message>
        <source>Dotted</source>
        <translation>Gepunktet</translation>
    </message>
    <message>
        <source>Dashes and dots</source>
        <translation>Striche und Punkte</translation>
    </message>
    <message>
        <source>Draw a curve otherwise</source>
        <translation>Kurve anders zeichnen</translation>
    </message>
    <message>
        <source>Time axis</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Range…</source>
        <translation>Bereich…</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation>Automatischer Bereich</translation>
    </message>
    <message>
        <source>Let a range be automatic</source>
        <translation>Bereich automatisch wählen</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Make an axis linear</source>
        <translation>Achse linear teilen</translation>
    </message>
    <message>
        <source>Make an axis logarithmic</source>
        <translation>Achse logarithmisch teilen</translation>
    </message>
    <message>
        <source>Label…</source>
        <translation>Beschriftung…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Cursor A here</source>
        <translation>Messmarke A hierher</translation>
    </message>
    <message>
        <source>Cursor B here</source>
        <translation>Messmarke B hierher</translation>
    </message>
    <message>
        <source>○ and ● at updates</source>
        <translation>○ und ● bei Aktualisierungen</translation>
    </message>
    <message>
        <source>Title…</source>
        <translation>Titel…</translation>
    </message>
    <message>
        <source>Copy as a picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Export the picture…</source>
        <translation>Bild exportieren…</translation>
    </message>
    <message>
        <source>Export the data…</source>
        <translation>Daten exportieren…</translation>
    </message>
    <message>
        <source>Where they have room</source>
        <translation>Wo Platz ist</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Draw ○ and ● otherwise</source>
        <translation>○ und ● anders zeichnen</translation>
    </message>
    <message>
        <source>Line of reference…</source>
        <translation>Bezugslinie…</translation>
    </message>
    <message>
        <source>Line of reference in time…</source>
        <translation>Bezugslinie in der Zeit…</translation>
    </message>
    <message>
        <source>Remove the lines of reference</source>
        <translation>Bezugslinien entfernen</translation>
    </message>
    <message>
        <source>Remove lines of reference</source>
        <translation>Bezugslinien entfernen</translation>
    </message>
    <message>
        <source>A number like 2.5 or 1e-3, or nothing for automatic.</source>
        <translation>Eine Zahl wie 2.5 oder 1e-3, oder nichts für automatisch.</translation>
    </message>
    <message>
        <source>The range must begin before it ends.</source>
        <translation>Der Bereich muss beginnen, bevor er endet.</translation>
    </message>
    <message>
        <source>A logarithmic axis has numbers above 0 only.</source>
        <translation>Eine logarithmische Achse hat nur Zahlen über 0.</translation>
    </message>
    <message>
        <source>Set a range</source>
        <translation>Bereich festlegen</translation>
    </message>
    <message>
        <source>Range of the axis</source>
        <translation>Bereich der Achse</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Label an axis</source>
        <translation>Achse beschriften</translation>
    </message>
    <message>
        <source>Label of the axis</source>
        <translation>Beschriftung der Achse</translation>
    </message>
    <message>
        <source>Name and unit</source>
        <translation>Name und Einheit</translation>
    </message>
    <message>
        <source>Title a plot</source>
        <translation>Plot betiteln</translation>
    </message>
    <message>
        <source>Title of the plot</source>
        <translation>Titel des Plots</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>A number like 2.5 or 1e-3.</source>
        <translation>Eine Zahl wie 2.5 oder 1e-3.</translation>
    </message>
    <message>
        <source>Add a line of reference</source>
        <translation>Bezugslinie hinzufügen</translation>
    </message>
    <message>
        <source>Line of reference</source>
        <translation>Bezugslinie</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>Value axis</source>
        <translation>Werteachse</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Right, further out</source>
        <translation>Rechts, weiter außen</translation>
    </message>
    <message>
        <source>Put a curve on another axis</source>
        <translation>Kurve an eine andere Achse setzen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Histogram of it</source>
        <translation>Histogramm davon</translation>
    </message>
    <message>
        <source>Add a histogram</source>
        <translation>Histogramm hinzufügen</translation>
    </message>
    <message>
        <source>Histogram of %1</source>
        <translation>Histogramm von %1</translation>
    </message>
    <message>
        <source>Spectrum of it</source>
        <translation>Spektrum davon</translation>
    </message>
    <message>
        <source>Add a spectrum</source>
        <translation>Spektrum hinzufügen</translation>
    </message>
    <message>
        <source>Spectrum of %1</source>
        <translation>Spektrum von %1</translation>
    </message>
    <message>
        <source>The plot shows %1 already.</source>
        <translation>Der Plot zeigt %1 schon.</translation>
    </message>
    <message>
        <source>The next run records %1 and plots it.</source>
        <translation>Der nächste Lauf zeichnet %1 auf und zeigt es als Plot.</translation>
    </message>
    <message>
        <source>Take out of the plot</source>
        <translation>Aus dem Plot nehmen</translation>
    </message>
</context>
<context>
    <name>loopwright::PlotPanel</name>
    <message>
        <source>Run the diagram to see its signals here.</source>
        <translation>Starten Sie die Simulation, um die Signale hier zu sehen.</translation>
    </message>
</context>
<context>
    <name>loopwright::PortFocus</name>
    <message>
        <source>Input %1 of %2</source>
        <translation>Eingang %1 von %2</translation>
    </message>
    <message>
        <source>Input %1 of %2, wired from %3</source>
        <translation>Eingang %1 von %2, verbunden mit %3</translation>
    </message>
    <message>
        <source>Output %1 of %2</source>
        <translation>Ausgang %1 von %2</translation>
    </message>
    <message>
        <source>Output %1 of %2, wired to %3</source>
        <translation>Ausgang %1 von %2, verbunden mit %3</translation>
    </message>
    <message>
        <source>Every %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Drag to take its wire elsewhere</source>
        <translation>Ziehen, um die Verbindung umzustecken</translation>
    </message>
    <message>
        <source>Drag to draw a wire</source>
        <translation>Ziehen, um zu verbinden</translation>
    </message>
    <message>
        <source>Enter takes its wire elsewhere</source>
        <translation>Eingabetaste: Verbindung umstecken</translation>
    </message>
    <message>
        <source>Enter draws a wire</source>
        <translation>Eingabetaste: Verbindung ziehen</translation>
    </message>
</context>
<context>
    <name>loopwright::PreferencesDialog</name>
    <message>
        <source>A quarter of the machine&apos;s memory</source>
        <translation>Ein Viertel des Arbeitsspeichers</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Memory for what a run records</source>
        <translation>Speicher für die Aufzeichnung eines Laufs</translation>
    </message>
    <message>
        <source>Beyond it older values are thinned: extremes stay, and the plots say so. 0 is a quarter of the machine&apos;s memory.</source>
        <translation>Darüber hinaus werden ältere Werte ausgedünnt: Extremwerte bleiben, und die Plots sagen es. 0 ist ein Viertel des Arbeitsspeichers.</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language and text size change at the next start.</source>
        <translation>Sprache und Schriftgröße ändern sich beim nächsten Start.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Panels at the sides</source>
        <translation>Bereiche an den Seiten</translation>
    </message>
    <message>
        <source>Editing</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Plots</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Keep changes for a crash after</source>
        <translation>Änderungen für einen Absturz aufheben nach</translation>
    </message>
</context>
<context>
    <name>loopwright::ProblemsModel</name>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
</context>
<context>
    <name>loopwright::ProblemsPanel</name>
    <message>
        <source>No problems.</source>
        <translation>Keine Probleme.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Insert a unit delay</source>
        <translation>Einheitsverzögerung einfügen</translation>
    </message>
    <message>
        <source>The menu of another wire of the loop puts them there.</source>
        <translation>Das Menü einer anderen Leitung der Schleife setzt sie dort ein.</translation>
    </message>
    <message>
        <source>Insert a first-order lag</source>
        <translation>PT1-Glied einfügen</translation>
    </message>
    <message>
        <source>Solve loops</source>
        <translation>Schleifen lösen</translation>
    </message>
    <message>
        <source>The diagram stays as it is; the values of its loops are solved for at every instant, by Newton&apos;s method. It is the setting &quot;algebraic loops&quot; of the simulation.</source>
        <translation>Das Diagramm bleibt, wie es ist; die Werte seiner Schleifen werden in jedem Augenblick nach dem Newton-Verfahren gelöst. Es ist die Einstellung „algebraische Schleifen“ der Simulation.</translation>
    </message>
    <message>
        <source>Solve algebraic loops</source>
        <translation>Algebraische Schleifen lösen</translation>
    </message>
</context>
<context>
    <name>loopwright::QuickAdd</name>
    <message>
        <source>Block to add</source>
        <translation>Hinzuzufügender Block</translation>
    </message>
    <message>
        <source>Block types</source>
        <translation>Blocktypen</translation>
    </message>
    <message>
        <source>Add a block, for example: gain 5</source>
        <translation>Block hinzufügen, zum Beispiel: gain 5</translation>
    </message>
</context>
<context>
    <name>loopwright::RateLegend</name>
    <message>
        <source>continuous</source>
        <translation>kontinuierlich</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
</context>
<context>
    <name>loopwright::ReadingTable</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>loopwright::ReadingsPanel</name>
    <message>
        <source>Cursors</source>
        <translation>Messmarken</translation>
    </message>
    <message>
        <source>Measures of what is visible</source>
        <translation>Messwerte des sichtbaren Bereichs</translation>
    </message>
</context>
<context>
    <name>loopwright::RecoveryDialog</name>
    <message>
        <source>Recover unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen wiederherstellen</translation>
    </message>
    <message>
        <source>Loopwright did not close properly</source>
        <translation>Loopwright wurde nicht ordnungsgemäß beendet</translation>
    </message>
    <message>
        <source>These diagrams had changes that were not saved. A recovered diagram is opened with its changes; its file stays as it is until you save.</source>
        <translation>Diese Diagramme hatten Änderungen, die nicht gespeichert waren. Ein wiederhergestelltes Diagramm wird mit seinen Änderungen geöffnet; seine Datei bleibt, wie sie ist, bis Sie speichern.</translation>
    </message>
    <message>
        <source>Diagrams with unsaved changes</source>
        <translation>Diagramme mit nicht gespeicherten Änderungen</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Throw all away</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <source>A diagram without a file</source>
        <translation>Ein Diagramm ohne Datei</translation>
    </message>
    <message>
        <source>%1, changed %2; its file was written after that</source>
        <translation>%1, geändert %2; die Datei wurde danach geschrieben</translation>
    </message>
    <message>
        <source>%1, changed %2</source>
        <translation>%1, geändert %2</translation>
    </message>
    <message>
        <source>Kept for the next start, as it cannot be read or its diagram is open with other changes: %1</source>
        <translation>Für den nächsten Start aufgehoben, da nicht lesbar oder das Diagramm mit anderen Änderungen offen ist: %1</translation>
    </message>
</context>
<context>
    <name>loopwright::RefusedTexts</name>
    <message>
        <source>`%1`: %2 was not taken over; press Enter in its field</source>
        <translation>`%1`: %2 wurde nicht übernommen; drücken Sie die Eingabetaste in seinem Feld</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>its new name was not taken: %1</source>
        <translation>der neue Name wurde nicht übernommen: %1</translation>
    </message>
</context>
<context>
    <name>loopwright::ResponsePlot</name>
    <message>
        <source>Copy as a picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Export the picture…</source>
        <translation>Bild exportieren…</translation>
    </message>
    <message>
        <source>Export the data…</source>
        <translation>Daten exportieren…</translation>
    </message>
    <message>
        <source>ω = %1 rad/s: gain %2 (%3 dB), phase %4°</source>
        <translation>ω = %1 rad/s: Verstärkung %2 (%3 dB), Phase %4°</translation>
    </message>
    <message>
        <source>; of a continuous sine: gain %1, phase %2°, of which the hold %3 and %4°</source>
        <translation>; eines stetigen Sinus: Verstärkung %1, Phase %2°, davon das Halteglied %3 und %4°</translation>
    </message>
    <message>
        <source>gain, dB</source>
        <translation>Verstärkung, dB</translation>
    </message>
    <message>
        <source>phase, °</source>
        <translation>Phase, °</translation>
    </message>
    <message>
        <source>frequency, rad/s</source>
        <translation>Frequenz, rad/s</translation>
    </message>
    <message>
        <source>real part</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>imaginary part</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>Re z</source>
        <translation>Re z</translation>
    </message>
    <message>
        <source>Re s, 1/s</source>
        <translation>Re s, 1/s</translation>
    </message>
    <message>
        <source>Im z</source>
        <translation>Im z</translation>
    </message>
    <message>
        <source>Im s, rad/s</source>
        <translation>Im s, rad/s</translation>
    </message>
    <message>
        <source>time after the step, s</source>
        <translation>Zeit nach dem Sprung, s</translation>
    </message>
    <message>
        <source>answer to a unit step</source>
        <translation>Antwort auf einen Einheitssprung</translation>
    </message>
    <message>
        <source>Keep the curves behind</source>
        <translation>Die Kurven dahinter behalten</translation>
    </message>
    <message>
        <source>Clear the curves behind</source>
        <translation>Die Kurven dahinter entfernen</translation>
    </message>
    <message>
        <source>pole %1: damping %2, %3 rad/s, in which %4 take part</source>
        <translation>Pol %1: Dämpfung %2, %3 rad/s, an dem %4 teilhaben</translation>
    </message>
    <message>
        <source>Figure…</source>
        <translation>Abbildung…</translation>
    </message>
</context>
<context>
    <name>loopwright::RunBar</name>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>How far the run is; drag to go back to an instant</source>
        <translation>Wie weit der Lauf ist; ziehen führt zu einem Augenblick zurück</translation>
    </message>
</context>
<context>
    <name>loopwright::RunController</name>
    <message>
        <source>%1× real time</source>
        <translation>%1× Echtzeit</translation>
    </message>
    <message>
        <source>Not started: the diagram has 1 error.</source>
        <translation>Nicht gestartet: Das Diagramm hat 1 Fehler.</translation>
    </message>
    <message numerus="yes">
        <source>Not started: the diagram has %n errors.</source>
        <translation>
            <numerusform>Nicht gestartet: Das Diagramm hat %n Fehler.</numerusform>
            <numerusform>Nicht gestartet: Das Diagramm hat %n Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>Building…</source>
        <translation>Wird aufgebaut…</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 Schritt</numerusform>
            <numerusform>%1 Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 Änderung</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>before the step</source>
        <translation>vor dem Schritt</translation>
    </message>
    <message>
        <source>after the unrestricted updates</source>
        <translation>nach den freien Aktualisierungen</translation>
    </message>
    <message>
        <source>after the discrete updates</source>
        <translation>nach den diskreten Aktualisierungen</translation>
    </message>
    <message>
        <source>after the choice of branches</source>
        <translation>nach der Wahl der Zweige</translation>
    </message>
    <message>
        <source>after the continuous part</source>
        <translation>nach dem stetigen Teil</translation>
    </message>
    <message>
        <source>after publishing</source>
        <translation>nach dem Veröffentlichen</translation>
    </message>
    <message>
        <source>run %1 of the study</source>
        <translation>Lauf %1 der Studie</translation>
    </message>
</context>
<context>
    <name>loopwright::SelectionCommands</name>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Resize %1</source>
        <translation>Größe von %1 ändern</translation>
    </message>
    <message>
        <source>Disconnect %1</source>
        <translation>%1 trennen</translation>
    </message>
    <message>
        <source>Rotate %1</source>
        <translation>%1 drehen</translation>
    </message>
    <message>
        <source>Flip %1</source>
        <translation>%1 spiegeln</translation>
    </message>
    <message>
        <source>Comment out %1</source>
        <translation>%1 auskommentieren</translation>
    </message>
    <message>
        <source>Comment in %1</source>
        <translation>%1 wieder aktivieren</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>%1 gruppieren</translation>
    </message>
    <message>
        <source>Select one subsystem to dissolve it.</source>
        <translation>Wählen Sie genau ein Teilsystem aus, um es aufzulösen.</translation>
    </message>
    <message>
        <source>Dissolve %1</source>
        <translation>%1 auflösen</translation>
    </message>
    <message>
        <source>Distribute %1</source>
        <translation>%1 verteilen</translation>
    </message>
    <message>
        <source>Align %1</source>
        <translation>%1 ausrichten</translation>
    </message>
    <message>
        <source>Arrange %1</source>
        <translation>%1 anordnen</translation>
    </message>
    <message>
        <source>Arrange the diagram</source>
        <translation>Diagramm anordnen</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>%1 färben</translation>
    </message>
    <message>
        <source>Route wire</source>
        <translation>Verbindung verlegen</translation>
    </message>
    <message>
        <source>Route wire automatically</source>
        <translation>Verbindung automatisch verlegen</translation>
    </message>
    <message>
        <source>A wire is copied with its blocks.</source>
        <translation>Eine Verbindung wird mit ihren Blöcken kopiert.</translation>
    </message>
    <message>
        <source>The clipboard holds no blocks.</source>
        <translation>Die Zwischenablage enthält keine Blöcke.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
</context>
<context>
    <name>loopwright::SensitivityBars</name>
    <message>
        <source>What the measure depends on</source>
        <translation>Wovon die Kenngröße abhängt</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>share of the variance (Sobol', first order)</source>
        <translation>Anteil an der Varianz (Sobol', erste Ordnung)</translation>
    </message>
</context>
<context>
    <name>loopwright::SettingField</name>
    <message>
        <source>Edit the elements in a table (F4)</source>
        <translation>Elemente in einer Tabelle bearbeiten (F4)</translation>
    </message>
    <message>
        <source>One more (Up)</source>
        <translation>Eins mehr (Hoch)</translation>
    </message>
    <message>
        <source>One less (Down)</source>
        <translation>Eins weniger (Runter)</translation>
    </message>
    <message>
        <source>Reset to the default</source>
        <translation>Auf die Vorgabe zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to the default, %1</source>
        <translation>Auf die Vorgabe %1 zurücksetzen</translation>
    </message>
    <message>
        <source>Use an expression</source>
        <translation>Ausdruck verwenden</translation>
    </message>
    <message>
        <source>Slider</source>
        <translation>Schieberegler</translation>
    </message>
    <message>
        <source>Slider beside the plots</source>
        <translation>Schieberegler neben den Plots</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>needs a new run</source>
        <translation>braucht einen neuen Lauf</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>The run goes on with the value that it was started with</source>
        <translation>Der Lauf geht mit dem Wert weiter, mit dem er gestartet wurde</translation>
    </message>
</context>
<context>
    <name>loopwright::SettingsPanel</name>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
</context>
<context>
    <name>loopwright::ShortcutsPage</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Add a block here</source>
        <translation>Block hier hinzufügen</translation>
    </message>
    <message>
        <source>Double-click on empty canvas</source>
        <translation>Doppelklick auf leere Fläche</translation>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation>Um den Mauszeiger zoomen</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Ansicht verschieben</translation>
    </message>
    <message>
        <source>Middle button, or Space and drag</source>
        <translation>Mittlere Taste oder Leertaste und Ziehen</translation>
    </message>
    <message>
        <source>Branch a wire</source>
        <translation>Verbindung verzweigen</translation>
    </message>
    <message>
        <source>Ctrl+drag from the wire</source>
        <translation>Strg+Ziehen von der Verbindung aus</translation>
    </message>
    <message>
        <source>Plug a wire elsewhere</source>
        <translation>Verbindung umstecken</translation>
    </message>
    <message>
        <source>Drag an end of the selected wire</source>
        <translation>Ein Ende der ausgewählten Verbindung ziehen</translation>
    </message>
    <message>
        <source>Name a signal</source>
        <translation>Signal benennen</translation>
    </message>
    <message>
        <source>Double-click the wire</source>
        <translation>Doppelklick auf die Verbindung</translation>
    </message>
    <message>
        <source>Copy blocks</source>
        <translation>Blöcke kopieren</translation>
    </message>
    <message>
        <source>Ctrl+drag the blocks</source>
        <translation>Strg+Ziehen der Blöcke</translation>
    </message>
    <message>
        <source>Resize a block</source>
        <translation>Größe eines Blocks ändern</translation>
    </message>
    <message>
        <source>Drag a corner of the selected block</source>
        <translation>Eine Ecke des ausgewählten Blocks ziehen</translation>
    </message>
    <message>
        <source>From port to port</source>
        <translation>Von Anschluss zu Anschluss</translation>
    </message>
    <message>
        <source>Tab, arrows; Enter starts and ends a wire</source>
        <translation>Tabulator, Pfeile; Eingabetaste beginnt und beendet eine Verbindung</translation>
    </message>
    <message>
        <source>Add to the selection</source>
        <translation>Zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Umschalt+Klick</translation>
    </message>
    <message>
        <source>Add a block at the pointer</source>
        <translation>Block am Mauszeiger hinzufügen</translation>
    </message>
    <message>
        <source>Type its name while nothing is selected</source>
        <translation>Seinen Namen tippen, während nichts ausgewählt ist</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Wheel; Shift+wheel sideways</source>
        <translation>Mausrad; Umschalt+Mausrad seitwärts</translation>
    </message>
    <message>
        <source>Branch a wire to an input</source>
        <translation>Verbindung zu einem Eingang verzweigen</translation>
    </message>
    <message>
        <source>Drag from the input to the wire</source>
        <translation>Vom Eingang zur Verbindung ziehen</translation>
    </message>
    <message>
        <source>Resize what is selected</source>
        <translation>Größe der Auswahl ändern</translation>
    </message>
    <message>
        <source>Ctrl+Shift+arrows</source>
        <translation>Strg+Umschalt+Pfeile</translation>
    </message>
    <message>
        <source>Plot: zoom in time</source>
        <translation>Plot: Zeit vergrößern</translation>
    </message>
    <message>
        <source>Wheel, + and −, or draw a rectangle</source>
        <translation>Mausrad, + und −, oder ein Rechteck ziehen</translation>
    </message>
    <message>
        <source>Plot: zoom in values</source>
        <translation>Plot: Werte vergrößern</translation>
    </message>
    <message>
        <source>Plot: pan</source>
        <translation>Plot: verschieben</translation>
    </message>
    <message>
        <source>Middle button, or Shift and drag; arrows</source>
        <translation>Mittlere Taste, oder Umschalt und ziehen; Pfeile</translation>
    </message>
    <message>
        <source>Plot: show all</source>
        <translation>Plot: alles zeigen</translation>
    </message>
    <message>
        <source>Double-click, or 0</source>
        <translation>Doppelklick, oder 0</translation>
    </message>
    <message>
        <source>Plot: hide a curve</source>
        <translation>Plot: Kurve ausblenden</translation>
    </message>
    <message>
        <source>Click its name in the legend</source>
        <translation>Ihren Namen in der Legende anklicken</translation>
    </message>
    <message>
        <source>Plot: move the cursor moved last</source>
        <translation>Plot: zuletzt bewegte Messmarke bewegen</translation>
    </message>
    <message>
        <source>Arrows; to an update: Ctrl+arrows</source>
        <translation>Pfeile; zu einer Aktualisierung: Strg+Pfeile</translation>
    </message>
    <message>
        <source>Plot: the view before, the next one</source>
        <translation>Plot: vorige Ansicht, nächste Ansicht</translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation>Alt+Links, Alt+Rechts</translation>
    </message>
    <message>
        <source>Timeline: zoom, pan, show all</source>
        <translation>Zeitleiste: vergrößern, verschieben, alles zeigen</translation>
    </message>
    <message>
        <source>Wheel, drag, double-click; +, −, 0</source>
        <translation>Rad, Ziehen, Doppelklick; +, −, 0</translation>
    </message>
    <message>
        <source>Timeline: the event before, the next one; go there</source>
        <translation>Zeitleiste: das Ereignis davor, das nächste; dorthin gehen</translation>
    </message>
    <message>
        <source>Left, Right (Ctrl: each phase); Enter or click</source>
        <translation>Links, Rechts (Strg: jede Phase); Eingabe oder Klick</translation>
    </message>
    <message>
        <source>Timeline: go through the instants</source>
        <translation>Zeitleiste: durch die Zeitpunkte gehen</translation>
    </message>
    <message>
        <source>Drag in its ruler</source>
        <translation>In ihrem Lineal ziehen</translation>
    </message>
    <message>
        <source>Inspector: choose a dependency, go there</source>
        <translation>Inspektor: Abhängigkeit wählen, hingehen</translation>
    </message>
    <message>
        <source>Arrows; Enter or click</source>
        <translation>Pfeile; Enter oder Klick</translation>
    </message>
</context>
<context>
    <name>loopwright::SignalForm</name>
    <message>
        <source>Unit of the signal</source>
        <translation>Einheit des Signals</translation>
    </message>
    <message>
        <source>Unit, like m/s</source>
        <translation>Einheit, etwa m/s</translation>
    </message>
    <message>
        <source>Stands beside values and axes; curves of another unit get an axis of their own</source>
        <translation>Steht neben Werten und Achsen; Kurven anderer Einheit bekommen eine eigene Achse</translation>
    </message>
    <message>
        <source>Set the unit of %1</source>
        <translation>Einheit von %1 setzen</translation>
    </message>
    <message>
        <source>Record this signal</source>
        <translation>Dieses Signal aufzeichnen</translation>
    </message>
    <message>
        <source>Name of the signal</source>
        <translation>Name des Signals</translation>
    </message>
    <message>
        <source>Every run records it and plots it</source>
        <translation>Jeder Lauf zeichnet es auf und stellt es dar</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Von %1</translation>
    </message>
    <message>
        <source>To %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>further inputs: %1</source>
        <translation>weitere Eingänge: %1</translation>
    </message>
    <message>
        <source>Sample time: %1</source>
        <translation>Abtastzeit: %1</translation>
    </message>
    <message>
        <source>Name signal %1</source>
        <translation>Signal %1 benennen</translation>
    </message>
    <message>
        <source>Record %1</source>
        <translation>%1 aufzeichnen</translation>
    </message>
    <message>
        <source>Don&apos;t record %1</source>
        <translation>%1 nicht aufzeichnen</translation>
    </message>
    <message>
        <source>Width: 1 element</source>
        <translation>Breite: 1 Element</translation>
    </message>
    <message numerus="yes">
        <source>Width: %n elements</source>
        <translation>
            <numerusform>Breite: %n Element</numerusform>
            <numerusform>Breite: %n Elemente</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loopwright::SignalList</name>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Search signals</source>
        <translation>Signale suchen</translation>
    </message>
    <message>
        <source>Signals of the diagram</source>
        <translation>Signale des Diagramms</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Last value</source>
        <translation>Letzter Wert</translation>
    </message>
</context>
<context>
    <name>loopwright::SimulationFields</name>
    <message>
        <source>Stop time, seconds</source>
        <translation>Endzeit in Sekunden</translation>
    </message>
    <message>
        <source>Integrator</source>
        <translation>Integrationsverfahren</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Stop time</source>
        <translation>Endzeit</translation>
    </message>
</context>
<context>
    <name>loopwright::StartPage</name>
    <message>
        <source>Draw a loop, run it, watch it.</source>
        <translation>Regelkreise zeichnen, simulieren, beobachten.</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt verwendete Dateien</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>New diagram</source>
        <translation>Neues Diagramm</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Back to the open diagrams</source>
        <translation>Zurück zu den offenen Diagrammen</translation>
    </message>
    <message>
        <source>Files that you open appear here.</source>
        <translation>Dateien, die Sie öffnen, erscheinen hier.</translation>
    </message>
</context>
<context>
    <name>loopwright::TableEditor</name>
    <message>
        <source>+ row</source>
        <translation>+ Zeile</translation>
    </message>
    <message>
        <source>+ element</source>
        <translation>+ Element</translation>
    </message>
    <message>
        <source>Add one at the end</source>
        <translation>Am Ende anfügen</translation>
    </message>
    <message>
        <source>− row</source>
        <translation>− Zeile</translation>
    </message>
    <message>
        <source>− element</source>
        <translation>− Element</translation>
    </message>
    <message>
        <source>Remove the last one</source>
        <translation>Letztes entfernen</translation>
    </message>
    <message>
        <source>+ column</source>
        <translation>+ Spalte</translation>
    </message>
    <message>
        <source>− column</source>
        <translation>− Spalte</translation>
    </message>
    <message>
        <source>Row %1, column %2 is empty.</source>
        <translation>Zeile %1, Spalte %2 ist leer.</translation>
    </message>
    <message>
        <source>Element %1 is empty.</source>
        <translation>Element %1 ist leer.</translation>
    </message>
</context>
<context>
    <name>loopwright::Tool</name>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Resize note</source>
        <translation>Größe der Notiz ändern</translation>
    </message>
    <message>
        <source>Resize frame</source>
        <translation>Größe des Rahmens ändern</translation>
    </message>
    <message>
        <source>Resize %1</source>
        <translation>Größe von %1 ändern</translation>
    </message>
    <message>
        <source>Route wire</source>
        <translation>Verbindung verlegen</translation>
    </message>
    <message>
        <source>No port here takes this wire</source>
        <translation>Kein Anschluss hier nimmt diese Verbindung an</translation>
    </message>
    <message>
        <source>the wire begins here</source>
        <translation>Die Verbindung beginnt hier.</translation>
    </message>
    <message>
        <source>%1 is an input: end the wire at an output</source>
        <translation>%1 ist ein Eingang: Beenden Sie die Verbindung an einem Ausgang.</translation>
    </message>
    <message>
        <source>%1 is an output: end the wire at an input</source>
        <translation>%1 ist ein Ausgang: Beenden Sie die Verbindung an einem Eingang.</translation>
    </message>
    <message>
        <source>%1 has a wire already: an input takes one</source>
        <translation>%1 ist schon verbunden: Ein Eingang nimmt nur eine Verbindung an.</translation>
    </message>
    <message>
        <source>%1 has no output</source>
        <translation>%1 hat keinen Ausgang</translation>
    </message>
    <message>
        <source>%1 has no input</source>
        <translation>%1 hat keinen Eingang</translation>
    </message>
    <message>
        <source>%1 has several ports: end the wire at one of them</source>
        <translation>%1 hat mehrere Anschlüsse: Beenden Sie die Verbindung an einem davon.</translation>
    </message>
    <message>
        <source>Enter ends the wire at %1</source>
        <translation>Eingabetaste: Verbindung an %1 beenden</translation>
    </message>
    <message>
        <source>The wire stays as it was: its end belongs on a port</source>
        <translation>Die Verbindung bleibt, wie sie war: Ihr Ende gehört an einen Anschluss.</translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation>%1 verbinden</translation>
    </message>
    <message>
        <source>Move wire to %1</source>
        <translation>Verbindung nach %1 verlegen</translation>
    </message>
</context>
<context>
    <name>loopwright::UnsavedDialog</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>%n diagrams have unsaved changes</source>
        <translation>
            <numerusform>%n Diagramm hat nicht gespeicherte Änderungen</numerusform>
            <numerusform>%n Diagramme haben nicht gespeicherte Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Those that are checked are saved. The changes of the others are lost.</source>
        <translation>Die angekreuzten werden gespeichert. Die Änderungen der anderen gehen verloren.</translation>
    </message>
    <message>
        <source>Diagrams with unsaved changes</source>
        <translation>Diagramme mit nicht gespeicherten Änderungen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Don&apos;t save</source>
        <translation>&amp;Nicht speichern</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>loopwright::Workspace</name>
    <message>
        <source>What was done; choose a step to go back to it</source>
        <translation>Bisherige Schritte; wählen Sie einen, um zu ihm zurückzukehren</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>Unsaved changes are not kept for a crash: %1</source>
        <translation>Nicht gespeicherte Änderungen sind nicht gegen einen Absturz gesichert: %1</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Reloading it loses the changes made here.</source>
        <translation>%1 wurde von einem anderen Programm geändert. Beim Neuladen gehen die hier gemachten Änderungen verloren.</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meine Fassung behalten</translation>
    </message>
    <message>
        <source>%1 was deleted or moved. Saving writes it again.</source>
        <translation>%1 wurde gelöscht oder verschoben. Beim Speichern wird die Datei neu geschrieben.</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Don&apos;t allow</source>
        <translation>Nicht erlauben</translation>
    </message>
    <message>
        <source>The run ended at t = %1 s. %2</source>
        <translation>Der Lauf endete bei t = %1 s. %2</translation>
    </message>
    <message>
        <source>The run failed at t = %1 s: %2</source>
        <translation>Der Lauf ist bei t = %1 s fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>Der Lauf ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The run goes on without this change: %1. It needs a new run.</source>
        <translation>Der Lauf geht ohne diese Änderung weiter: %1. Sie braucht einen neuen Lauf.</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>The output %1 is %2 at t = %3 s, where %4 has the first value recorded that is not finite. Look for a division by zero, a root or logarithm of a negative number, or growth without bound.</source>
        <translation>Der Ausgang %1 ist bei t = %3 s %2; dort hat %4 den ersten aufgezeichneten Wert, der nicht endlich ist. Mögliche Ursachen: eine Division durch null, Wurzel oder Logarithmus einer negativen Zahl, unbegrenztes Wachstum.</translation>
    </message>
    <message>
        <source>The run failed at t = %1 s. %2</source>
        <translation>Der Lauf ist bei t = %1 s fehlgeschlagen. %2</translation>
    </message>
    <message>
        <source>%1 uses %2, outside the folder of this diagram.</source>
        <translation>%1 verwendet %2, außerhalb des Ordners dieses Diagramms.</translation>
    </message>
    <message>
        <source>%1 writes over %2, which no run has written.</source>
        <translation>%1 überschreibt %2, und diese Datei hat kein Lauf geschrieben.</translation>
    </message>
    <message>
        <source>Allow it only if you trust where the diagram came from.</source>
        <translation>Erlauben Sie das nur, wenn Sie der Herkunft des Diagramms vertrauen.</translation>
    </message>
    <message>
        <source>At t = %1 s: %2</source>
        <translation>Bei t = %1 s: %2</translation>
    </message>
    <message>
        <source>Not shown: a run goes on. Stop it first.</source>
        <translation>Nicht gezeigt: ein Lauf ist im Gang. Beenden Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>Not shown: nothing was recorded.</source>
        <translation>Nicht gezeigt: nichts wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>The plots show %1.</source>
        <translation>Die Plots zeigen %1.</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Ports</source>
        <translation>Anschlüsse</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Why this value?</source>
        <translation>Warum dieser Wert?</translation>
    </message>
    <message>
        <source>depends on</source>
        <translation>hängt ab von</translation>
    </message>
    <message>
        <source>made out of date by</source>
        <translation>veraltet durch</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>in this step</source>
        <translation>in diesem Schritt</translation>
    </message>
    <message>
        <source>in this step so far</source>
        <translation>bisher in diesem Schritt</translation>
    </message>
    <message>
        <source>no step made from here</source>
        <translation>von hier kein Schritt gemacht</translation>
    </message>
    <message>
        <source>nothing that changes</source>
        <translation>nichts, was sich ändert</translation>
    </message>
    <message>
        <source>%1, see above</source>
        <translation>%1, siehe oben</translation>
    </message>
    <message>
        <source>Enter leads to the block</source>
        <translation>Enter führt zum Block</translation>
    </message>
    <message>
        <source>Enter explains below where this value comes from</source>
        <translation>Enter erklärt unten, woher dieser Wert kommt</translation>
    </message>
    <message>
        <source>never counts</source>
        <translation>zählt nie</translation>
    </message>
    <message>
        <source>when it falls through 0</source>
        <translation>wenn es durch 0 fällt</translation>
    </message>
    <message>
        <source>when it rises through 0</source>
        <translation>wenn es durch 0 steigt</translation>
    </message>
    <message>
        <source>when it crosses 0</source>
        <translation>wenn es 0 kreuzt</translation>
    </message>
    <message>
        <source>cannot be computed: %1</source>
        <translation>nicht zu berechnen: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>derivative</source>
        <translation>Ableitung</translation>
    </message>
    <message>
        <source>at times that the block computes</source>
        <translation>zu Zeiten, die der Block berechnet</translation>
    </message>
    <message>
        <source>every %1 s</source>
        <translation>alle %1 s</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>am Anfang</translation>
    </message>
    <message>
        <source>at every step</source>
        <translation>bei jedem Schritt</translation>
    </message>
    <message>
        <source>corner</source>
        <translation>Knick</translation>
    </message>
    <message>
        <source>at given times</source>
        <translation>zu gegebenen Zeiten</translation>
    </message>
    <message>
        <source>none until it is crossed; now %1</source>
        <translation>keines vor dem Durchgang; jetzt %1</translation>
    </message>
    <message>
        <source>next: the next step</source>
        <translation>nächstes: im nächsten Schritt</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>cannot be computed</source>
        <translation>nicht zu berechnen</translation>
    </message>
    <message>
        <source>no more</source>
        <translation>keines mehr</translation>
    </message>
    <message>
        <source>next at %1 s</source>
        <translation>nächstes bei %1 s</translation>
    </message>
    <message>
        <source>%1: ends a step</source>
        <translation>%1: beendet einen Schritt</translation>
    </message>
    <message>
        <source>%1: publishes</source>
        <translation>%1: gibt aus</translation>
    </message>
    <message>
        <source>%1: updates discrete state</source>
        <translation>%1: aktualisiert diskreten Zustand</translation>
    </message>
    <message>
        <source>%1: updates discrete and continuous state</source>
        <translation>%1: aktualisiert diskreten und kontinuierlichen Zustand</translation>
    </message>
    <message>
        <source>%1: updates any state</source>
        <translation>%1: aktualisiert beliebigen Zustand</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>out of date: %1 changed</source>
        <translation>veraltet: %1 hat sich geändert</translation>
    </message>
    <message>
        <source>computed %1, reused %2</source>
        <translation>%1-mal berechnet, %2-mal wiederverwendet</translation>
    </message>
    <message>
        <source>in the run so far</source>
        <translation>im Lauf bisher</translation>
    </message>
    <message>
        <source>not counted; “Blocks by computations” has runs count it</source>
        <translation>nicht gezählt; „Blöcke nach Berechnungen“ lässt Läufe es zählen</translation>
    </message>
</context>
<context>
    <name>loopwright::DependencyChart</name>
    <message>
        <source>What the value depends on, and what depends on it</source>
        <translation>Wovon der Wert abhängt, und was von ihm abhängt</translation>
    </message>
    <message>
        <source>Depends on</source>
        <translation>Hängt ab von</translation>
    </message>
    <message>
        <source>Needed for</source>
        <translation>Gebraucht für</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
</context>
<context>
    <name>loopwright::InspectorPanel</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>What the value depends on, and what depends on it</source>
        <translation>Wovon der Wert abhängt, und was von ihm abhängt</translation>
    </message>
    <message>
        <source>The selected block at this instant</source>
        <translation>Der gewählte Block zu diesem Zeitpunkt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Select a block to look into it.</source>
        <translation>Einen Block wählen, um in ihn hineinzusehen.</translation>
    </message>
    <message>
        <source>Run the diagram, and pause it or let it end.</source>
        <translation>Das Diagramm laufen lassen und anhalten oder enden lassen.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Es wird nachgesehen …</translation>
    </message>
    <message>
        <source>while the run goes on</source>
        <translation>während der Lauf weitergeht</translation>
    </message>
    <message>
        <source>at the end of the run</source>
        <translation>am Ende des Laufs</translation>
    </message>
    <message>
        <source>at t = %1 s, %2</source>
        <translation>bei t = %1 s, %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The run computes nothing for this block.</source>
        <translation>Der Lauf berechnet nichts für diesen Block.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Why this value?</source>
        <translation>Warum dieser Wert?</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
</context>
<context>
    <name>loopwright::TimelineChart</name>
    <message>
        <source>Timeline: the phases of the run&apos;s steps</source>
        <translation>Zeitleiste: die Phasen der Schritte des Laufs</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>initialization</source>
        <translation>Initialisierung</translation>
    </message>
    <message>
        <source>unrestricted update</source>
        <translation>freie Aktualisierung</translation>
    </message>
    <message>
        <source>discrete update</source>
        <translation>diskrete Aktualisierung</translation>
    </message>
    <message>
        <source>choice of a branch</source>
        <translation>Wahl eines Zweigs</translation>
    </message>
    <message>
        <source>continuous part</source>
        <translation>stetiger Teil</translation>
    </message>
    <message>
        <source>isolation</source>
        <translation>Eingrenzung</translation>
    </message>
    <message>
        <source>publish</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>the run starts</source>
        <translation>der Lauf beginnt</translation>
    </message>
    <message>
        <source>the block is initialized</source>
        <translation>der Block wird initialisiert</translation>
    </message>
    <message>
        <source>in every step</source>
        <translation>in jedem Schritt</translation>
    </message>
    <message>
        <source>every %1 s</source>
        <translation>alle %1 s</translation>
    </message>
    <message>
        <source>at a time of its own</source>
        <translation>zu einer eigenen Zeit</translation>
    </message>
    <message>
        <source>a witness triggered</source>
        <translation>ein Nulldurchgang löste es aus</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>erzwungen</translation>
    </message>
    <message>
        <source>its branch changed</source>
        <translation>sein Zweig wechselte</translation>
    </message>
    <message>
        <source>a log time</source>
        <translation>eine Aufzeichnungszeit</translation>
    </message>
    <message>
        <source>end of a step</source>
        <translation>Ende eines Schritts</translation>
    </message>
    <message>
        <source>ended by an event that time brings</source>
        <translation>endete an einem Ereignis, das die Zeit bringt</translation>
    </message>
    <message>
        <source>ended by an isolation</source>
        <translation>endete an einer Eingrenzung</translation>
    </message>
    <message>
        <source>ended by an isolation of %1</source>
        <translation>endete an einer Eingrenzung von %1</translation>
    </message>
    <message>
        <source>ended by the end of the run</source>
        <translation>endete am Ende des Laufs</translation>
    </message>
    <message>
        <source>ended at its own length</source>
        <translation>endete nach eigener Länge</translation>
    </message>
    <message>
        <source>sliding</source>
        <translation>gleitet</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more numbers</source>
        <translation>
            <numerusform>… und %n weitere Zahl</numerusform>
            <numerusform>… und %n weitere Zahlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n readings before</source>
        <translation>
            <numerusform>%n Ablesung davor</numerusform>
            <numerusform>%n Ablesungen davor</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at t = %2 s: %3</source>
        <translation>%1 bei t = %2 s: %3</translation>
    </message>
    <message>
        <source>initialize</source>
        <translation>Initialisieren</translation>
    </message>
    <message>
        <source>unrestricted</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>discrete</source>
        <translation>diskret</translation>
    </message>
    <message>
        <source>modes</source>
        <translation>Zweige</translation>
    </message>
    <message>
        <source>continuous</source>
        <translation>stetig</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>t = %1 s</source>
        <translation>t = %1 s</translation>
    </message>
    <message>
        <source>from t = %1 s to %2 s</source>
        <translation>von t = %1 s bis %2 s</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nichts änderte sich</translation>
    </message>
    <message>
        <source>%1 phases up to t = %2 s were left out to save memory.</source>
        <translation>%1 Phasen bis t = %2 s wurden weggelassen, um Speicher zu sparen.</translation>
    </message>
</context>
<context>
    <name>loopwright::TimelinePanel</name>
    <message>
        <source>This run began while the timeline was closed: its phases were not collected.</source>
        <translation>Dieser Lauf begann, als die Zeitleiste geschlossen war: seine Phasen wurden nicht gesammelt.</translation>
    </message>
    <message>
        <source>The phases of a run&apos;s steps are collected while this panel is open.</source>
        <translation>Die Phasen der Schritte eines Laufs werden gesammelt, solange die Zeitleiste offen ist.</translation>
    </message>
    <message>
        <source>Run again with the timeline</source>
        <translation>Mit Zeitleiste noch einmal laufen lassen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Laufen lassen</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>Der ganze Lauf</translation>
    </message>
    <message>
        <source>About the instant t = %1 s</source>
        <translation>Um den Zeitpunkt t = %1 s</translation>
    </message>
    <message>
        <source>From t = %1 s to %2 s</source>
        <translation>Von t = %1 s bis %2 s</translation>
    </message>
    <message>
        <source>%1 more phases have no room here: Left and Right go on</source>
        <translation>%1 weitere Phasen haben hier keinen Platz: Links und Rechts führen weiter</translation>
    </message>
    <message>
        <source>Wheel: zoom · drag: pan · double-click: the whole run · click an event: go there</source>
        <translation>Rad: vergrößern · Ziehen: verschieben · Doppelklick: der ganze Lauf · Klick auf ein Ereignis: dorthin gehen</translation>
    </message>
    <message>
        <source>◂ update</source>
        <translation>◂ Aktualisierung</translation>
    </message>
    <message>
        <source>◂ phase</source>
        <translation>◂ Phase</translation>
    </message>
    <message>
        <source>phase ▸</source>
        <translation>Phase ▸</translation>
    </message>
    <message>
        <source>update ▸</source>
        <translation>Aktualisierung ▸</translation>
    </message>
    <message>
        <source>Run on from here</source>
        <translation>Von hier weiter</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>verbunden</translation>
    </message>
</context>
<context>
    <name>loopwright::BlockCosts</name>
    <message>
        <source>computed %1 times in %2, reused %3 times</source>
        <translation>%1-mal berechnet in %2, %3-mal wiederverwendet</translation>
    </message>
    <message>
        <source>computing time</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>computations</source>
        <translation>Berechnungen</translation>
    </message>
    <message>
        <source>%1: no block here computes anything</source>
        <translation>%1: kein Block hier berechnet etwas</translation>
    </message>
    <message>
        <source>%1: counted in runs that begin from now on</source>
        <translation>%1: gezählt in Läufen, die ab jetzt beginnen</translation>
    </message>
</context>
<context>
    <name>SliderSteps</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
</context>
<context>
    <name>SliderPins</name>
    <message>
        <source>Pin the slider of %1</source>
        <translation>Schieberegler von %1 anheften</translation>
    </message>
    <message>
        <source>Unpin the slider of %1</source>
        <translation>Schieberegler von %1 lösen</translation>
    </message>
    <message>
        <source>Set the range of a slider</source>
        <translation>Bereich eines Schiebereglers setzen</translation>
    </message>
</context>
<context>
    <name>loopwright::PinnedSlider</name>
    <message>
        <source>Take the slider away from the plots</source>
        <translation>Schieberegler von den Plots wegnehmen</translation>
    </message>
    <message>
        <source>There is no parameter %1.</source>
        <translation>Es gibt keinen Parameter %1.</translation>
    </message>
    <message>
        <source>%1 is an expression; only a number has a slider.</source>
        <translation>%1 ist ein Ausdruck; nur eine Zahl hat einen Schieberegler.</translation>
    </message>
    <message>
        <source>Range…</source>
        <translation>Bereich …</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>A number like 2.5 or 1e3, or nothing.</source>
        <translation>Eine Zahl wie 2.5 oder 1e3, oder nichts.</translation>
    </message>
    <message>
        <source>The range must end above where it begins.</source>
        <translation>Der Bereich muss über seinem Anfang enden.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Range of the slider</source>
        <translation>Bereich des Schiebereglers</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>loopwright::SliderStrip</name>
    <message>
        <source>Sliders of parameters</source>
        <translation>Schieberegler von Parametern</translation>
    </message>
</context>
<context>
    <name>loopwright::MorePanelsButton</name>
    <message>
        <source>Open another panel here</source>
        <translation>Hier einen weiteren Bereich öffnen</translation>
    </message>
</context>
<context>
    <name>FigureWidget</name>
    <message>
        <source>%1, theory</source>
        <translation>%1, Theorie</translation>
    </message>
    <message>
        <source>interval of the estimate, 95 %</source>
        <translation>Intervall der Schätzung, 95 %</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Abtastwerte</translation>
    </message>
</context>
<context>
    <name>loopwright::PoleTable</name>
    <message>
        <source>A click selects the blocks whose states take part</source>
        <translation>Ein Klick wählt die Blöcke aus, deren Zustände beteiligt sind</translation>
    </message>
    <message>
        <source>Poles</source>
        <translation>Pole</translation>
    </message>
    <message>
        <source>who takes part</source>
        <translation>wer beteiligt ist</translation>
    </message>
    <message>
        <source>and %1 that are faster</source>
        <translation>und %1 schnellere</translation>
    </message>
</context>
<context>
    <name>loopwright::LensPlot</name>
    <message>
        <source>%1, %2° of which the hold %3°</source>
        <translation>%1, %2°, davon das Halteglied %3°</translation>
    </message>
    <message>
        <source>What ω = %1 rad/s makes once around the cut loop</source>
        <translation>Was ω = %1 rad/s einmal um den aufgeschnittenen Kreis macht</translation>
    </message>
    <message>
        <source>What ω = %1 rad/s at the input makes at the output</source>
        <translation>Was ω = %1 rad/s am Eingang am Ausgang macht</translation>
    </message>
    <message>
        <source>ω + n ωₛ, rad/s</source>
        <translation>ω + n ωₛ, rad/s</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>Verstärkung</translation>
    </message>
</context>
</TS>
