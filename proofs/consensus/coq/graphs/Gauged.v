(* Functions that are bounded and change by at most a multiple of how far apart two points are, closed
   under all that formulas contain. The points are times, or states, and "within e of each other" is any
   relation: so the same rules show that velocities are uniformly continuous, and that they are Lipschitz. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Section Gauged.
Context {X : Type} (within : R -> X -> X -> Prop).
Hypothesis Nonneg : forall e x z, within e x z -> 0 <= e.
Definition gauged {S : inner_product_space} (F : X -> S) := exists b L, 0 <= b /\ 0 <= L /\
  forall e x z, within e x z -> vnorm (F x) <= b /\ vnorm (F z) <= b /\ vnorm (vsub (F x) (F z)) <= L * e.
Local Notation rgauged u := (gauged (S := real_line) u).
Lemma gap_of_numbers (a b : R) : @vnorm real_line (@vsub real_line a b) = Rabs (a - b).
Proof. rewrite vnorm_real. unfold vsub. simpl. f_equal. ring. Qed.
Lemma gauged_number (u : X -> R) : rgauged u <-> exists b L, 0 <= b /\ 0 <= L /\
  forall e x z, within e x z -> Rabs (u x) <= b /\ Rabs (u z) <= b /\ Rabs (u x - u z) <= L * e.
Proof.
  split; intros [b [L [B [HL H]]]]; exists b, L; split; auto; split; auto; intros e x z W;
    destruct (H e x z W) as [H1 [H2 H3]]; rewrite ?gap_of_numbers, ?vnorm_real in *; auto.
Qed.
Section Product.
Context {S1 S2 S3 : inner_product_space} (B : S1 -> S2 -> S3).
Hypothesis Bal : forall x y z, B (vadd x y) z = vadd (B x z) (B y z).
Hypothesis Bsl : forall c x z, B (vscale c x) z = vscale c (B x z).
Hypothesis Bar : forall x y z, B z (vadd x y) = vadd (B z x) (B z y).
Hypothesis Bsr : forall c x z, B z (vscale c x) = vscale c (B z x).
Hypothesis Bn : forall x y, vnorm (B x y) <= vnorm x * vnorm y.
Lemma gauged_product F G : gauged F -> gauged G -> gauged (fun x => B (F x) (G x)).
Proof.
  intros [b [L [Hb [HL HF]]]] [c [M [Hc [HM HG]]]].
  exists (b * c), (L * c + b * M).
  assert (0 <= L * c) by (apply Rmult_le_pos; auto). assert (0 <= b * M) by (apply Rmult_le_pos; auto).
  split; [apply Rmult_le_pos; auto|]. split; [lra|]. intros e x z W.
  destruct (HF e x z W) as [F1 [F2 F3]]. destruct (HG e x z W) as [G1 [G2 G3]].
  split; [|split]; try (eapply Rle_trans; [apply Bn|]; apply Rmult_le_compat; auto using vnorm_nonneg).
  replace (vsub (B (F x) (G x)) (B (F z) (G z)))
    with (vadd (B (vsub (F x) (F z)) (G x)) (B (F z) (vsub (G x) (G z)))).
  2: { unfold vsub. rewrite Bal, Bar, Bsl, Bsr. apply inner_ext. intro q.
       rewrite !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|].
  replace ((L * c + b * M) * e) with (L * e * c + b * (M * e)) by ring.
  apply Rplus_le_compat; (eapply Rle_trans; [apply Bn|]); apply Rmult_le_compat; auto using vnorm_nonneg.
Qed.
End Product.
Lemma gauged_const {S : inner_product_space} (v : S) : gauged (fun _ => v).
Proof.
  exists (vnorm v), 0. split; [apply vnorm_nonneg|]. split; [lra|]. intros e x z W.
  split; [lra|]. split; [lra|].
  replace (vsub v v) with (@vzero S) by (symmetry; apply vadd_opposite).
  unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
Qed.
Lemma gauged_add {S : inner_product_space} (F G : X -> S) : gauged F -> gauged G ->
  gauged (fun x => vadd (F x) (G x)).
Proof.
  intros [b [L [Hb [HL HF]]]] [c [M [Hc [HM HG]]]]. exists (b + c), (L + M).
  split; [lra|]. split; [lra|]. intros e x z W.
  destruct (HF e x z W) as [F1 [F2 F3]]. destruct (HG e x z W) as [G1 [G2 G3]].
  split; [|split]; try (eapply Rle_trans; [apply vnorm_add | lra]).
  replace (vsub (vadd (F x) (G x)) (vadd (F z) (G z))) with (vadd (vsub (F x) (F z)) (vsub (G x) (G z))).
  2: { apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  eapply Rle_trans; [apply vnorm_add | lra].
Qed.
Lemma gauged_inner {S : inner_product_space} (F G : X -> S) : gauged F -> gauged G ->
  rgauged (fun x => inner (F x) (G x)).
Proof.
  apply (gauged_product (S3 := real_line) (fun a b : S => inner a b)); intros; simpl;
    rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r; auto.
  rewrite vnorm_real. apply inner_le_vnorm.
Qed.
Lemma gauged_scale {S : inner_product_space} (f : X -> R) (F : X -> S) : rgauged f -> gauged F ->
  gauged (fun x => vscale (f x) (F x)).
Proof.
  apply (gauged_product (S1 := real_line) (fun (c : R) (x : S) => vscale c x)); intros;
    try (apply inner_ext; intro q; simpl; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring).
  rewrite vnorm_scale, vnorm_real. right. reflexivity.
Qed.
Lemma gauged_mult (f g : X -> R) : rgauged f -> rgauged g -> rgauged (fun x => f x * g x).
Proof. apply (gauged_scale (S := real_line)). Qed.
Lemma gauged_sub {S : inner_product_space} (F G : X -> S) : gauged F -> gauged G ->
  gauged (fun x => vsub (F x) (G x)).
Proof.
  intros HF HG. apply (gauged_add F (fun x => vscale (-1) (G x))); [auto|].
  apply (gauged_scale (fun _ => -1) G); [apply (gauged_const (S := real_line)) | auto].
Qed.
Lemma gauged_vtotal {S : inner_product_space} {I} (T : list I) (F : X -> I -> S) :
  (forall i, gauged (fun x => F x i)) -> gauged (fun x => vtotal T (F x)).
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply gauged_const|].
  apply (gauged_add (fun x => F x i) (fun x => vtotal T (F x))); auto.
Qed.
Lemma gauged_total {I} (T : list I) (f : X -> I -> R) :
  (forall i, rgauged (fun x => f x i)) -> rgauged (fun x => total T (f x)).
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply (gauged_const (S := real_line))|].
  apply (gauged_add (S := real_line) (fun x => f x i) (fun x => total T (f x))); auto.
Qed.
(* Operators that depend on the point, by bounded amounts and little where points are near. *)
Lemma gauged_operators {S : inner_product_space} (A : X -> S -> S) (F : X -> S) c M : 0 <= c -> 0 <= M ->
  (forall e x z v u, within e x z -> A x (vsub v u) = vsub (A x v) (A x u)) ->
  (forall e x z v, within e x z -> vnorm (A x v) <= c * vnorm v /\ vnorm (A z v) <= c * vnorm v /\
    vnorm (vsub (A x v) (A z v)) <= M * e * vnorm v) ->
  gauged F -> gauged (fun x => A x (F x)).
Proof.
  intros Hc HM Lin HA [b [L [Hb [HL HF]]]]. exists (c * b), (c * L + M * b).
  assert (0 <= c * L) by (apply Rmult_le_pos; auto). assert (0 <= M * b) by (apply Rmult_le_pos; auto).
  split; [apply Rmult_le_pos; auto|]. split; [lra|]. intros e x z W.
  destruct (HF e x z W) as [F1 [F2 F3]]. assert (E := Nonneg e x z W).
  split; [|split].
  - eapply Rle_trans; [apply (HA e x z _ W)|]. apply Rmult_le_compat_l; auto.
  - eapply Rle_trans; [apply (HA e x z _ W)|]. apply Rmult_le_compat_l; auto.
  - replace (vsub (A x (F x)) (A z (F z)))
      with (vadd (A x (vsub (F x) (F z))) (vsub (A x (F z)) (A z (F z)))).
    2: { rewrite (Lin e x z) by auto. apply inner_ext. intro q. unfold vsub.
         repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    eapply Rle_trans; [apply vnorm_add|].
    replace ((c * L + M * b) * e) with (c * (L * e) + M * e * b) by ring. apply Rplus_le_compat.
    + eapply Rle_trans; [apply (HA e x z _ W)|]. apply Rmult_le_compat_l; auto.
    + eapply Rle_trans; [apply (HA e x z _ W)|]. apply Rmult_le_compat_l; [|auto]. apply Rmult_le_pos; auto.
Qed.
Lemma gauged_operator {S : inner_product_space} (A B : S -> S) (F : X -> S) : adjoint A B ->
  bounded_operator A -> gauged F -> gauged (fun x => A (F x)).
Proof.
  intros Adj [c [C H]]. apply (gauged_operators (fun _ => A) F c 0); auto; try lra.
  - intros e x z v u _. unfold vsub. rewrite (adjoint_add _ _ Adj), (adjoint_scale _ _ Adj). reflexivity.
  - intros e x z v _. split; [auto|]. split; [auto|].
    replace (vsub (A v) (A v)) with (@vzero S) by (symmetry; apply vadd_opposite).
    unfold vnorm at 1. rewrite inner_zero_l, sqrt_0. lra.
Qed.
Lemma gauged_ext {S : inner_product_space} (F G : X -> S) :
  (forall e x z, within e x z -> F x = G x /\ F z = G z) -> gauged F -> gauged G.
Proof.
  intros E [b [L [B [HL H]]]]. exists b, L. split; [auto|]. split; [auto|]. intros e x z W.
  destruct (E e x z W) as [<- <-]. auto.
Qed.
Lemma gauged_exp (u : X -> R) : rgauged u -> rgauged (fun x => exp (u x)).
Proof.
  rewrite !gauged_number. intros [b [L [Hb [HL H]]]]. exists (exp b), (exp b * L).
  assert (P := exp_pos b). split; [lra|]. split; [apply Rmult_le_pos; lra|]. intros e x z W.
  destruct (H e x z W) as [H1 [H2 H3]]. assert (Q1 := H1). assert (Q2 := H2).
  apply Rabs_le_between in Q1. apply Rabs_le_between in Q2.
  split; [|split]; try (rewrite Rabs_right by (left; apply exp_pos); apply exp_le; lra).
  eapply Rle_trans; [apply exp_lipschitz with (b := b); auto|].
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra | auto].
Qed.
Lemma gauged_inv (u : X -> R) c : 0 < c -> (forall e x z, within e x z -> c <= u x /\ c <= u z) ->
  rgauged u -> rgauged (fun x => / u x).
Proof.
  intros C Low. rewrite !gauged_number. intros [b [L [Hb [HL H]]]]. exists (/ c), (L * (/ c * / c)).
  assert (P : 0 < / c) by (apply Rinv_0_lt_compat; auto).
  assert (I : forall v, c <= v -> 0 < / v <= / c).
  { intros v V. split; [apply Rinv_0_lt_compat; lra | apply Rinv_le_contravar; lra]. }
  split; [lra|]. split; [apply Rmult_le_pos; [auto | apply Rmult_le_pos; lra]|]. intros e x z W.
  destruct (H e x z W) as [_ [_ H3]]. destruct (Low e x z W) as [Lx Lz].
  assert (Ix := I _ Lx). assert (Iz := I _ Lz). assert (E := Nonneg e x z W).
  split; [rewrite Rabs_right; lra|]. split; [rewrite Rabs_right; lra|].
  replace (/ u x - / u z) with (- (u x - u z) * (/ u x * / u z)) by (field; lra).
  rewrite Rabs_mult, Rabs_Ropp, (Rabs_right (/ u x * / u z)) by (apply Rle_ge, Rmult_le_pos; lra).
  replace (L * (/ c * / c) * e) with (L * e * (/ c * / c)) by ring.
  apply Rmult_le_compat; [apply Rabs_pos | apply Rmult_le_pos; lra | auto | apply Rmult_le_compat; lra].
Qed.

(* The weights of a row, and what attention pulls with: bounded scores, and values. *)
Lemma gauged_weight {Token} (tokens : list Token) (e : X -> Token -> R) j : enumerates tokens ->
  (forall k, rgauged (fun x => e x k)) ->
  rgauged (fun x => exp (e x j) / total tokens (fun k => exp (e x k))).
Proof.
  intros E H. apply (gauged_mult (fun x => exp (e x j))); [apply gauged_exp; auto|].
  destruct (proj1 (gauged_number (fun x => e x j)) (H j)) as [b [L [Hb [HL Hj]]]].
  apply (gauged_inv _ (exp (- b))); [apply exp_pos | |].
  - intros d x z W. destruct (Hj d x z W) as [H1 [H2 _]]. apply Rabs_le_between in H1, H2.
    split; (eapply Rle_trans; [|apply (total_at_least tokens (fun k => exp (e _ k)) j);
      [apply E | intro; left; apply exp_pos]]); apply exp_le; lra.
  - apply (gauged_total tokens (fun x k => exp (e x k))). intro k. apply gauged_exp. auto.
Qed.
End Gauged.

(* Of times: what is near in time is near. *)
Lemma gauged_in_time {S : inner_product_space} (within : R -> R -> R -> Prop) (F : R -> S) :
  (forall e, 0 < e -> exists d, 0 < d /\
    forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < d -> within e t s) ->
  gauged within F -> uniformly_continuous F.
Proof.
  intros Near [b [L [B [HL H]]]] eps E. destruct (Near (eps / (L + 1))) as [d [D W]].
  { apply Rdiv_lt_0_compat; lra. }
  exists d. split; [auto|]. intros s t Hs Ht G. destruct (H _ t s (W s t Hs Ht G)) as [_ [_ Q]].
  eapply Rle_lt_trans; [exact Q|]. apply Rlt_le_trans with ((L + 1) * (eps / (L + 1))).
  - apply Rmult_lt_compat_r; [apply Rdiv_lt_0_compat|]; lra.
  - right. field. lra.
Qed.
