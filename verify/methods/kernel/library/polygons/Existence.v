(* Solutions exist, from every time and place and in both directions of time. The space has limits
   that are functions of the sequence, as every R^n does: a solution is such a function. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Families Complete Intervals Drawn Polygons.
Open Scope R_scope.

Lemma limits_complete S : limits S -> complete S.
Proof. intros [lim L] y C. exists (lim y). apply L, C. Qed.
Lemma limits_line : limits real_line.
Proof.
  exists (fun y => real (Lim_seq y)). intros y C eps E. destruct (complete_line y C) as [l L].
  replace (real (Lim_seq y)) with (l : R); [apply L, E|].
  symmetry. rewrite (is_lim_seq_unique y l); [reflexivity|]. apply is_lim_seq_spec. intros e.
  destruct (L (e / 2)) as [N H]; [assert (P := cond_pos e); lra|]. exists N. intros n Hn.
  specialize (H n Hn). rewrite vnorm_real in H. unfold vsub in H. simpl in H.
  replace (y n + -1 * l) with (y n - l) in H by ring. assert (P := cond_pos e). lra.
Qed.

(* Limits of states are taken token by token. *)
Lemma all_late {I} (T : list I) (Q : I -> nat -> Prop) : (forall i, exists N, forall n, (N <= n)%nat -> Q i n) ->
  exists N, forall n, (N <= n)%nat -> forall i, In i T -> Q i n.
Proof.
  intro H. induction T as [|i T [N HN]]; [exists O; intros n _ i []|]. destruct (H i) as [M HM].
  exists (Nat.max N M). intros n L j [<-|J]; [apply HM | apply HN; [|exact J]]; lia.
Qed.
Lemma limits_states {Token} (S : inner_product_space) (tokens : list Token) (L : lists tokens) : limits S ->
  limits (states S tokens L).
Proof.
  intros [f F]. exists (fun y i => f (fun n => y n i)). intros y C eps E.
  assert (N0 : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  set (d := eps / (size tokens + 1)). assert (D : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (Each : forall i, exists N, forall n, (N <= n)%nat -> vnorm (vsub (y n i) (f (fun n => y n i))) <= d).
  { intro i. apply F; [|exact D]. intros a A. destruct (C a A) as [N HN]. exists N. intros n k K.
    eapply Rle_trans; [|exact (HN n k K)].
    exact (vnorm_token S tokens L (vsub (y k) (y n) : states S tokens L) i). }
  destruct (all_late tokens _ Each) as [N HN]. exists N. intros n K.
  eapply Rle_trans; [apply (vnorm_states S tokens L _ d); [lra|]; intro i; exact (HN n K i (L i))|].
  apply Rle_trans with ((size tokens + 1) * d); [apply Rmult_le_compat_r; lra | right; unfold d; field; lra].
Qed.

Section Flow.
Context {S : inner_product_space} (F : R -> S -> S) (L M : R).
Hypothesis HL : 0 <= L.
Hypothesis Bound : forall t x, vnorm (F t x) <= M.
Hypothesis Lip : forall t x z, vnorm (vsub (F t x) (F t z)) <= L * vnorm (vsub x z).
Hypothesis Cont : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t x,
  Rabs (t - s) <= d -> vnorm (vsub (F t x) (F s x)) <= eps.
Variable lim : (nat -> S) -> S.
Hypothesis Lim : forall y : nat -> S,
  (forall eps, 0 < eps -> exists N, forall n k, (N <= n <= k)%nat -> vnorm (vsub (y k) (y n)) <= eps) ->
  forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat -> vnorm (vsub (y n) (lim y)) <= eps.
Let ahead t0 s x := F (t0 + s) x.
Let back t0 s x := vscale (-1) (F (t0 - s) x).
Definition solution t0 x0 t := match Rle_lt_dec t0 t with
  | left _ => curve (fun s x => F (t0 + s) x) x0 lim (t - t0)
  | right _ => curve (fun s x => vscale (-1) (F (t0 - s) x)) x0 lim (t0 - t) end.
Let ahead_bound t0 t x : 0 <= t -> vnorm (ahead t0 t x) <= M.
Proof. intros _. apply Bound. Qed.
Let ahead_lip t0 t x z : 0 <= t -> vnorm (vsub (ahead t0 t x) (ahead t0 t z)) <= L * vnorm (vsub x z).
Proof. intros _. apply Lip. Qed.
Let ahead_cont t0 eps : 0 < eps -> exists d, 0 < d /\ forall s t x, 0 <= s -> 0 <= t ->
  Rabs (t - s) <= d -> vnorm (vsub (ahead t0 t x) (ahead t0 s x)) <= eps.
Proof.
  intros E. destruct (Cont eps E) as [d [D C]]. exists d. split; [auto|]. intros s t x _ _ H.
  apply C. replace (t0 + t - (t0 + s)) with (t - s) by ring. exact H.
Qed.
Let minus_gap (a b : S) : vnorm (vsub (vscale (-1) a) (vscale (-1) b)) = vnorm (vsub a b).
Proof.
  replace (vsub (vscale (-1) a) (vscale (-1) b)) with (vscale (-1) (vsub a b))
    by (apply inner_ext; intro; inners; ring).
  rewrite vnorm_scale, (Rabs_left (-1)) by lra. ring.
Qed.
Let back_bound t0 t x : 0 <= t -> vnorm (back t0 t x) <= M.
Proof.
  intros _. unfold back. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  replace (- -1) with 1 by ring. rewrite Rmult_1_l. apply Bound.
Qed.
Let back_lip t0 t x z : 0 <= t -> vnorm (vsub (back t0 t x) (back t0 t z)) <= L * vnorm (vsub x z).
Proof. intros _. unfold back. rewrite minus_gap. apply Lip. Qed.
Let back_cont t0 eps : 0 < eps -> exists d, 0 < d /\ forall s t x, 0 <= s -> 0 <= t ->
  Rabs (t - s) <= d -> vnorm (vsub (back t0 t x) (back t0 s x)) <= eps.
Proof.
  intros E. destruct (Cont eps E) as [d [D C]]. exists d. split; [auto|]. intros s t x _ _ H.
  unfold back. rewrite minus_gap. apply C.
  replace (t0 - t - (t0 - s)) with (- (t - s)) by ring. rewrite Rabs_Ropp. exact H.
Qed.
Theorem solution_begins t0 x0 : solution t0 x0 t0 = x0.
Proof.
  unfold solution. destruct (Rle_lt_dec t0 t0); [|lra]. replace (t0 - t0) with 0 by ring.
  exact (curve_begins (ahead t0) x0 L M HL (ahead_bound t0) (ahead_lip t0) (ahead_cont t0) lim Lim).
Qed.
Theorem solution_solves t0 x0 t : is_vderive (solution t0 x0) t (F t (solution t0 x0 t)).
Proof.
  set (X := curve (ahead t0) x0 lim). set (Z := curve (back t0) x0 lim).
  assert (Ax : forall t, t0 <= t -> solution t0 x0 t = X (t - t0)).
  { intros u Hu. unfold solution. destruct (Rle_lt_dec t0 u); [reflexivity | lra]. }
  assert (Az : forall t, t <= t0 -> solution t0 x0 t = Z (t0 - t)).
  { intros u Hu. destruct (Req_dec u t0) as [->|N].
    - rewrite solution_begins. replace (t0 - t0) with 0 by ring. symmetry.
      exact (curve_begins (back t0) x0 L M HL (back_bound t0) (back_lip t0) (back_cont t0) lim Lim).
    - unfold solution. destruct (Rle_lt_dec t0 u); [lra | reflexivity]. }
  assert (Right : forall eps, t0 <= t -> 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d ->
    vnorm (vsub (solution t0 x0 (t + h)) (vadd (solution t0 x0 t)
        (vscale h (F t (solution t0 x0 t))))) <= eps * h).
  { intros eps Ht E.
    destruct (curve_right (ahead t0) x0 L M HL (ahead_bound t0) (ahead_lip t0) (ahead_cont t0) lim Lim
      (t - t0) eps ltac:(lra) E) as [d [D H]]. exists d. split; [auto|]. intros h Hh. specialize (H h Hh).
    rewrite !Ax by lra. unfold ahead in H. replace (t0 + (t - t0)) with t in H by ring.
    replace (t + h - t0) with (t - t0 + h) by ring. exact H. }
  assert (Left : forall eps, t0 < t -> 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d ->
    vnorm (vsub (solution t0 x0 (t + - h)) (vadd (solution t0 x0 t)
        (vscale (- h) (F t (solution t0 x0 t))))) <= eps * h).
  { intros eps Ht E.
    destruct (curve_left (ahead t0) x0 L M HL (ahead_bound t0) (ahead_lip t0) (ahead_cont t0) lim Lim
      (t - t0) eps E) as [d [D H]]. exists (Rmin d (t - t0)). split; [apply Rmin_glb_lt; lra|].
    intros h Hh. assert (M1 := Rmin_l d (t - t0)). assert (M2 := Rmin_r d (t - t0)).
    specialize (H h ltac:(lra) ltac:(lra)).
    rewrite !Ax by lra. unfold ahead in H. replace (t0 + (t - t0)) with t in H by ring.
    replace (t + - h - t0) with (t - t0 - h) by ring. exact H. }
  assert (BackLeft : forall eps, t <= t0 -> 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d ->
    vnorm (vsub (solution t0 x0 (t + - h)) (vadd (solution t0 x0 t)
        (vscale (- h) (F t (solution t0 x0 t))))) <= eps * h).
  { intros eps Ht E.
    destruct (curve_right (back t0) x0 L M HL (back_bound t0) (back_lip t0) (back_cont t0) lim Lim
      (t0 - t) eps ltac:(lra) E) as [d [D H]]. exists d. split; [auto|]. intros h Hh. specialize (H h Hh).
    rewrite !Az by lra. unfold back in H. replace (t0 - (t0 - t)) with t in H by ring.
    replace (t0 - (t + - h)) with (t0 - t + h) by ring. fold Z in H. set (z := Z (t0 - t)) in *.
    replace (vscale (- h) (F t z)) with (vscale h (vscale (-1) (F t z)))
      by (apply inner_ext; intro; inners; ring). exact H. }
  assert (BackRight : forall eps, t < t0 -> 0 < eps -> exists d, 0 < d /\ forall h, 0 <= h <= d ->
    vnorm (vsub (solution t0 x0 (t + h)) (vadd (solution t0 x0 t)
        (vscale h (F t (solution t0 x0 t))))) <= eps * h).
  { intros eps Ht E.
    destruct (curve_left (back t0) x0 L M HL (back_bound t0) (back_lip t0) (back_cont t0) lim Lim
      (t0 - t) eps E) as [d [D H]]. exists (Rmin d (t0 - t)). split; [apply Rmin_glb_lt; lra|].
    intros h Hh. assert (M1 := Rmin_l d (t0 - t)). assert (M2 := Rmin_r d (t0 - t)).
    specialize (H h ltac:(lra) ltac:(lra)).
    rewrite !Az by lra. unfold back in H. replace (t0 - (t0 - t)) with t in H by ring.
    replace (t0 - (t + h)) with (t0 - t - h) by ring. fold Z in H. set (z := Z (t0 - t)) in *.
    replace (vscale h (F t z)) with (vscale (- h) (vscale (-1) (F t z)))
      by (apply inner_ext; intro; inners; ring). exact H. }
  intros eps E.
  assert (Both : (exists d, 0 < d /\ forall h, 0 <= h <= d -> vnorm (vsub (solution t0 x0 (t + h))
      (vadd (solution t0 x0 t) (vscale h (F t (solution t0 x0 t))))) <= eps * h) /\
    exists d, 0 < d /\ forall h, 0 <= h <= d -> vnorm (vsub (solution t0 x0 (t + - h))
      (vadd (solution t0 x0 t) (vscale (- h) (F t (solution t0 x0 t))))) <= eps * h).
  { destruct (Rtotal_order t t0) as [T|[T|T]]; split; auto;
      first [apply Right | apply BackLeft | apply BackRight | apply Left]; lra. }
  destruct Both as [[d1 [D1 H1]] [d2 [D2 H2]]].
  assert (D : 0 < Rmin d1 d2) by (apply Rmin_glb_lt; auto). exists (mkposreal _ D). simpl. intros h Hh.
  assert (M1 := Rmin_l d1 d2). assert (M2 := Rmin_r d1 d2).
  destruct (Rle_lt_dec 0 h).
  - rewrite Rabs_right in * by lra. apply H1. lra.
  - rewrite Rabs_left in * by lra. specialize (H2 (- h) ltac:(lra)).
    rewrite Ropp_involutive in H2. exact H2.
Qed.
End Flow.
