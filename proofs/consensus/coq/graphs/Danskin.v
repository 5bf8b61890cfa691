(* The largest of finitely many functions: its derivative from the right is the largest of those of the
   functions that attain it (Danskin's theorem in the simplest case). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

(* A finite set of numbers has a largest one, if it has any; decided by comparing only. *)
Lemma largest_of {A} (T : list A) (f : A -> R) (P : A -> Prop) : (forall i, P i \/ ~ P i) ->
  (exists i, In i T /\ P i) -> exists i, In i T /\ P i /\ forall j, In j T -> P j -> f j <= f i.
Proof.
  intros Dec. induction T as [|k T IH]; [intros [i [[] _]]|]. intros [i [I Pi]].
  destruct (Dec k) as [Pk|Nk].
  - assert (E : (exists i, In i T /\ P i) \/ ~ exists i, In i T /\ P i).
    { clear - Dec. induction T as [|j T [[i [I P']]|N]].
      - right. intros [i [[] _]].
      - left. exists i. split; [right; auto | auto].
      - destruct (Dec j) as [Pj|Nj]; [left; exists j; split; [left|]; auto|].
        right. intros [i [[->|I] P']]; [auto | apply N; exists i; auto]. }
    destruct E as [E|N].
    + destruct (IH E) as [b [B [Pb Max]]]. destruct (Rle_lt_dec (f k) (f b)) as [L|L].
      * exists b. split; [right; auto|]. split; [auto|]. intros j [<-|J] Pj; auto.
      * exists k. split; [left; auto|]. split; [auto|]. intros j [<-|J] Pj; [lra|].
        specialize (Max j J Pj). lra.
    + exists k. split; [left; auto|]. split; [auto|]. intros j [<-|J] Pj; [lra|].
      exfalso. apply N. exists j. auto.
  - destruct IH as [b [B [Pb Max]]].
    { destruct I as [->|I]; [contradiction | exists i; auto]. }
    exists b. split; [right; auto|]. split; [auto|]. intros j [<-|J] Pj; [contradiction | auto].
Qed.

Section Danskin.
Context {A : Type} (T : list A) (V : A -> R -> R) (dV : A -> R) (largest : R -> R) (t : R).
Hypothesis All : lists T.
Hypothesis Moves : forall i, is_derive (V i) t (dV i).
Hypothesis Upper : forall s i, t <= s -> V i s <= largest s.
Hypothesis Attained : forall s, t <= s -> exists i, V i s = largest s.

(* For a short time each function stays within eps of its tangent, *)
Lemma near_tangents eps : 0 < eps -> exists d, 0 < d /\ forall s, 0 < s < d -> forall i,
  Rabs (V i (t + s) - V i t - s * dV i) <= eps * s.
Proof.
  intros E.
  destruct (finitely_many T (fun i s => Rabs (V i s - V i t - (s - t) * dV i) <= eps * Rabs (s - t)) t)
    as [d [D H]].
  { intro i. destruct (proj1 (vderive_real (V i) t (dV i)) (Moves i) eps E) as [d H].
    exists d. split; [apply cond_pos|]. intros s S. specialize (H (s - t) S). rewrite real_gap in H.
    replace (t + (s - t)) with s in H by ring.
    replace (V i s - V i t - (s - t) * dV i) with (V i s - (V i t + (s - t) * dV i)) by ring. exact H. }
  exists d. split; [auto|]. intros s S i. specialize (H (t + s)). replace (t + s - t) with s in H by ring.
  rewrite (Rabs_right s) in H by lra. apply H; [lra | apply All].
Qed.
(* and one that is below the largest stays below it. *)
Lemma gap : exists g, 0 < g /\ forall i, V i t < largest t -> V i t + g <= largest t.
Proof.
  assert (H : exists g, 0 < g /\ forall i, In i T -> V i t < largest t -> V i t + g <= largest t).
  { clear - T. induction T as [|k U [g [G H]]]; [exists 1; split; [lra | intros i []]|].
    destruct (Rlt_dec (V k t) (largest t)) as [L|L].
    - exists (Rmin g (largest t - V k t)). split; [apply Rmin_glb_lt; lra|].
      assert (M1 := Rmin_l g (largest t - V k t)). assert (M2 := Rmin_r g (largest t - V k t)).
      intros i [<-|I] Li; [lra | specialize (H i I Li); lra].
    - exists g. split; [auto|]. intros i [<-|I] Li; [contradiction | auto]. }
  destruct H as [g [G H]]. exists g. split; [auto|]. intros i. apply H, All.
Qed.
Lemma largest_slope i : V i t = largest t -> (forall j, V j t = largest t -> dV j <= dV i) ->
  forall eps, 0 < eps -> exists d, 0 < d /\ forall s, 0 < s < d ->
    Rabs (largest (t + s) - largest t - s * dV i) <= eps * s.
Proof.
  intros Active Max eps E. destruct (near_tangents (eps / 2)) as [d [D Near]]; [lra|].
  destruct gap as [g [G Gap]].
  assert (HB : exists B, 0 < B /\ forall j, Rabs (dV j) <= B).
  { assert (Q : exists B, 0 < B /\ forall j, In j T -> Rabs (dV j) <= B).
    { clear. induction T as [|k U [B [HB H]]]; [exists 1; split; [lra | intros j []]|].
      exists (B + Rabs (dV k)). assert (N := Rabs_pos (dV k)). split; [lra|].
      intros j [<-|J]; [lra | specialize (H j J); lra]. }
    destruct Q as [B [HB H]]. exists B. split; [auto|]. intro j. apply H, All. }
  destruct HB as [B [HB Slopes]].
  set (q := g / (2 * B + eps)). assert (HQ : 0 < q) by (apply Rdiv_lt_0_compat; lra).
  exists (Rmin d q). split; [apply Rmin_glb_lt; auto|]. intros s [S1 S2].
  assert (Sd : s < d) by (eapply Rlt_le_trans; [exact S2 | apply Rmin_l]).
  assert (Sq : s * (2 * B + eps) < g).
  { apply Rlt_le_trans with (q * (2 * B + eps)); [|right; unfold q; field; lra].
    apply Rmult_lt_compat_r; [lra|]. eapply Rlt_le_trans; [exact S2 | apply Rmin_r]. }
  assert (Low := Upper (t + s) i ltac:(lra)). destruct (Attained (t + s) ltac:(lra)) as [k K].
  assert (Ni := Near s (conj S1 Sd) i). assert (Nk := Near s (conj S1 Sd) k).
  apply Rabs_le_between in Ni. apply Rabs_le_between in Nk.
  assert (Bi := Slopes i). assert (Bk := Slopes k).
  apply Rabs_le_between in Bi. apply Rabs_le_between in Bk.
  assert (P1 : 0 <= s * (B - dV k)) by (apply Rmult_le_pos; lra).
  assert (P2 : 0 <= s * (B + dV i)) by (apply Rmult_le_pos; lra).
  assert (P3 : 0 < s * eps) by (apply Rmult_lt_0_compat; lra).
  assert (Active_k : V k t = largest t).
  { apply Rle_antisym; [apply Upper; lra|]. apply Rnot_lt_le. intro L. specialize (Gap k L). lra. }
  assert (P4 : 0 <= s * (dV i - dV k)) by (apply Rmult_le_pos; [lra | specialize (Max k Active_k); lra]).
  apply Rabs_le_between. lra.
Qed.
Lemma steepest_active : exists i, V i t = largest t /\ forall j, V j t = largest t -> dV j <= dV i.
Proof.
  destruct (largest_of T dV (fun i => V i t = largest t)) as [i [_ [Active Max]]].
  - intro i. destruct (Req_dec (V i t) (largest t)); auto.
  - destruct (Attained t (Rle_refl t)) as [i I]. exists i. split; [apply All | exact I].
  - exists i. split; [auto|]. intros j J. apply Max; auto.
Qed.
End Danskin.
