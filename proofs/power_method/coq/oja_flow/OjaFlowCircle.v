(* Two tokens of a plane under the Oja flow, with the reflection e -> e, f -> -f: their cosine g and k = x_i.F x_j move
   by themselves, (1 - g)^2 and 1 - k^2 keep their quotient, and so it is known exactly which starts end opposite. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Quantities Frechet OjaEnergy OjaMap OjaSlope OjaFlowChords
  OjaFlowPair.
Open Scope R_scope.

Section Circle.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (F : U -> U) (kappa : R) (e f : U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint F F.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (F a) <= kappa * vnorm a.
Hypothesis Two : size tokens = 2.
Hypothesis Ee : inner e e = 1.
Hypothesis Ff : inner f f = 1.
Hypothesis Ef : inner e f = 0.
Hypothesis Plane : forall z, z = vadd (vscale (inner e z) e) (vscale (inner f z) f).
Hypothesis Fe : F e = e.
Hypothesis Fminus : F f = vscale (-1) f.
Local Notation runs := (OjaFlowChords.runs tokens F).
Lemma product_in_plane a b : inner a b = inner e a * inner e b + inner f a * inner f b.
Proof. rewrite (Plane a) at 1. rewrite inner_add_l, !inner_scale_l. ring. Qed.
Lemma reflected_in_plane a b : inner a (F b) = inner e a * inner e b - inner f a * inner f b.
Proof.
  rewrite (product_in_plane a (F b)), <- (Sym e b), <- (Sym f b), Fe, Fminus, inner_scale_l. ring.
Qed.

Section Run.
Context (i j : Token).
Hypothesis Differ : i <> j.
Definition pair_cosine (x : R -> Token -> U) t := inner (x t i) (x t j).
Definition pair_reflected (x : R -> Token -> U) t := inner (x t i) (F (x t j)).
Section One.
Context (x : R -> Token -> U).
Hypothesis Rx : runs x.
Let g := pair_cosine x.
Let k := pair_reflected x.
Let Units t : 0 <= t -> on_spheres (x t) := runs_unit tokens F kappa ET Kpos Norm x t Rx.
Lemma circle_moves t : 0 <= t -> is_derive g t (k t * (1 - g t * g t)) /\
  is_derive k t ((1 + g t) * (1 - k t * k t)).
Proof.
  intro T. assert (Xi := Units t T i). assert (Xj := Units t T j).
  assert (Di := proj2 Rx t i T). assert (Dj := proj2 Rx t j T). unfold velocity in Di, Dj.
  rewrite (push_is tokens F ET Two x i j Differ t) in Di, Dj.
  set (w := F (vscale (/ 2) (vadd (x t i) (x t j)))) in *.
  assert (DF : is_vderive (fun t => F (x t j)) t (F (vsub w (vscale (inner (x t j) w) (x t j))))).
  { apply (vderive_operator F F (fun t => x t j)); [exact Sym | exists kappa; auto | exact Dj]. }
  rewrite (product_in_plane (x t i) (x t i)) in Xi. rewrite (product_in_plane (x t j) (x t j)) in Xj.
  assert (W : forall a, inner a w = / 2 * (inner e a * (inner e (x t i) + inner e (x t j)) -
    inner f a * (inner f (x t i) + inner f (x t j)))).
  { intro a. unfold w. rewrite reflected_in_plane, !inner_scale_r, !inner_add_r. ring. }
  assert (W' : forall a, inner w a = inner a w) by (intro; apply inner_sym).
  assert (We : inner e w = / 2 * (inner e (x t i) + inner e (x t j))) by (rewrite W, Ee, (inner_sym _ f e), Ef; ring).
  assert (Wf : inner f w = - (/ 2) * (inner f (x t i) + inner f (x t j)))
    by (rewrite W, Ff, (inner_sym _ e f), (inner_sym _ f e), Ef; ring).
  set (p1 := inner e (x t i)) in *. set (p2 := inner f (x t i)) in *.
  set (q1 := inner e (x t j)) in *. set (q2 := inner f (x t j)) in *.
  assert (H1 : p1 * p1 + p2 * p2 - 1 = 0) by lra. assert (H2 : q1 * q1 + q2 * q2 - 1 = 0) by lra.
  assert (Gt : g t = p1 * q1 + p2 * q2) by exact (product_in_plane (x t i) (x t j)).
  assert (Kt : k t = p1 * q1 - p2 * q2) by exact (reflected_in_plane (x t i) (x t j)).
  split.
  - eapply derive_eq; [exact (derive_inner (fun t => x t i) (fun t => x t j) t _ _ Di Dj)|].
    unfold vsub. rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, W', !W.
    fold p1 p2 q1 q2. change (inner (x t i) (x t j)) with (g t). rewrite Kt, Gt. apply Rminus_diag_uniq.
    transitivity ((- (p1 * q1 * q2 * q2) + p1 * q1 / 2 - p2 * q2 * q2 * q2 + p2 * q2 / 2 + q2 * q2 - / 2) *
      (p1 * p1 + p2 * p2 - 1) + (p1 * p1 * p1 * q1 + p1 * p1 * p2 * q2 - p1 * p1 - p1 * q1 / 2 - p2 * q2 / 2 + / 2) *
      (q1 * q1 + q2 * q2 - 1)); [field | rewrite H1, H2; ring].
  - eapply derive_eq; [exact (derive_inner (fun t => x t i) (fun t => F (x t j)) t _ _ Di DF)|].
    rewrite !reflected_in_plane. unfold vsub. repeat (rewrite inner_add_r || rewrite inner_scale_r).
    rewrite We, Wf, !W. fold p1 p2 q1 q2. rewrite Kt, Gt. apply Rminus_diag_uniq.
    transitivity ((- (p1 * q1 * q2 * q2) + p1 * q1 / 2 + p2 * q2 * q2 * q2 - p2 * q2 / 2 + / 2) *
      (p1 * p1 + p2 * p2 - 1) + (p1 * p1 * p1 * q1 - p1 * p1 * p2 * q2 - p1 * q1 / 2 + p2 * q2 / 2 + / 2) *
      (q1 * q1 + q2 * q2 - 1)); [field | rewrite H1, H2; ring].
Qed.
Lemma circle_range t : 0 <= t -> -1 <= g t <= 1 /\ k t * k t <= 1.
Proof.
  intro T. assert (C := cauchy_schwarz (x t i) (x t j)). rewrite (Units t T i), (Units t T j) in C.
  assert (FF : inner (F (x t j)) (F (x t j)) = 1).
  { rewrite (product_in_plane (F (x t j)) (F (x t j))), <- (Sym e (x t j)), <- (Sym f (x t j)), Fe, Fminus,
      inner_scale_l.
    assert (N := Units t T j). rewrite (product_in_plane (x t j) (x t j)) in N. lra. }
  assert (C' := cauchy_schwarz (x t i) (F (x t j))). rewrite (Units t T i), FF in C'.
  change (inner (x t i) (x t j)) with (g t) in C. change (inner (x t i) (F (x t j))) with (k t) in C'.
  split; [|lra]. split; apply Rnot_lt_le; intro L.
  - assert (1 * 1 < - g t * - g t) by (apply Rmult_le_0_lt_compat; lra). lra.
  - assert (1 * 1 < g t * g t) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
Lemma reflected_rises s t : 0 <= s <= t -> k s <= k t.
Proof.
  intro H. apply (rises k (fun t => (1 + g t) * (1 - k t * k t))); [| |exact H].
  - intros r Rr. apply circle_moves, Rr.
  - intros r Rr. destruct (circle_range r Rr). apply Rmult_le_pos; lra.
Qed.
(* What is kept: the quotient of (1 - g)^2 and 1 - k^2. *)
Lemma quotient_kept t : 0 <= t ->
  (1 - k t * k t) * ((1 - g 0) * (1 - g 0)) = (1 - g t) * (1 - g t) * (1 - k 0 * k 0).
Proof.
  intro T. set (A := (1 - g 0) * (1 - g 0)). set (B := 1 - k 0 * k 0).
  set (u := fun t => (1 - k t * k t) * A - (1 - g t) * (1 - g t) * B).
  set (c := fun t => -2 * k t * (1 + g t)).
  assert (Du : forall s, 0 <= s -> is_derive u s (c s * u s)).
  { intros s Hs. destruct (circle_moves s Hs) as [Dg Dk]. eapply derive_eq.
    - apply (derive_minus (fun t => (1 - k t * k t) * A) (fun t => (1 - g t) * (1 - g t) * B)).
      + apply (derive_mult (fun t => 1 - k t * k t) (fun _ => A)); [|apply derive_const].
        apply (derive_minus (fun _ => 1) (fun t => k t * k t)); [apply derive_const | apply derive_mult; exact Dk].
      + apply (derive_mult (fun t => (1 - g t) * (1 - g t)) (fun _ => B)); [|apply derive_const].
        apply (derive_mult (fun t => 1 - g t) (fun t => 1 - g t));
          apply (derive_minus (fun _ => 1) g); [apply derive_const | exact Dg | apply derive_const | exact Dg].
    - unfold u, c. ring. }
  assert (Z : u t * u t <= 0).
  { eapply Rle_trans; [apply (gronwall (fun s => u s * u s) (fun s => c s * u s * u s + u s * (c s * u s)) (-8));
      [| |exact T]|].
    - intros s Hs. apply (derive_mult u u); apply Du, Hs.
    - intros s Hs. destruct (circle_range s Hs) as [G K]. assert (Q := Rle_0_sqr (u s)). unfold Rsqr in Q.
      assert (Ka : -1 <= k s).
      { apply Rnot_lt_le. intro L. assert (1 * 1 < - k s * - k s) by (apply Rmult_le_0_lt_compat; lra). lra. }
      assert (C4 : c s <= 4).
      { unfold c. assert (0 <= (1 + k s) * (1 + g s)) by (apply Rmult_le_pos; lra). lra. }
      assert (0 <= (4 - c s) * (u s * u s)) by (apply Rmult_le_pos; lra). lra.
    - assert (E : u 0 = 0) by (unfold u, A, B; ring). rewrite E. lra. }
  assert (Q := Rle_0_sqr (u t)). unfold Rsqr in Q. assert (Z0 : u t * u t = 0) by lra.
  apply Rmult_integral in Z0. unfold u in Z0. destruct Z0; lra.
Qed.
Lemma half_fades (y : R -> U) sign rate : sign * sign = 1 -> 0 < rate ->
  (forall t, y t = vadd (x t i) (vscale sign (x t j))) ->
  (forall t, 0 <= t -> sign * (k t * (1 - g t * g t)) <= - rate * (1 + sign * g t)) -> vtends y vzero.
Proof.
  intros S Rp Y Slope. apply (fades _ _ (rate / 2)); [lra|]. intros t T. destruct (circle_moves t T) as [Dg _].
  assert (Sq : forall r, 0 <= r -> inner (y r) (y r) = 2 * (1 + sign * g r)).
  { intros r Rr. rewrite Y. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Units r Rr i),
      (Units r Rr j), (inner_sym _ (x r j)). change (inner (x r i) (x r j)) with (g r).
    replace (1 + sign * g r + (sign * g r + sign * (sign * 1))) with (1 + 2 * (sign * g r) + sign * sign) by ring.
    rewrite S. ring. }
  assert (Di := proj2 Rx t i T). assert (Dj := proj2 Rx t j T).
  assert (Dy : is_vderive y t (vadd (velocity tokens F (x t) i) (vscale sign (velocity tokens F (x t) j)))).
  { replace y with (fun t => vadd (x t i) (vscale sign (x t j)))
      by (apply FunctionalExtensionality.functional_extensionality; intro; symmetry; apply Y).
    eapply vderive_eq.
    - apply (vderive_add (fun t => x t i) (fun t => vscale sign (x t j))); [exact Di|].
      apply (vderive_scale (fun _ => sign) (fun t => x t j)); [apply derive_const | exact Dj].
    - vector_sums. }
  set (dy := vadd _ _) in Dy. exists (inner dy (y t) + inner (y t) dy). split; [exact (derive_inner y y t _ _ Dy Dy)|].
  rewrite (Sq t T). assert (Dq : is_derive (fun r => 2 * (1 + sign * g r)) t (2 * (sign * (k t * (1 - g t * g t))))).
  { eapply derive_eq.
    - apply (derive_mult (fun _ => 2) (fun r => 1 + sign * g r)); [apply derive_const|].
      apply (derive_plus (fun _ => 1) (fun r => sign * g r)); [apply derive_const|].
      apply (derive_mult (fun _ => sign) g); [apply derive_const | exact Dg].
    - ring. }
  assert (Same : inner dy (y t) + inner (y t) dy = 2 * (sign * (k t * (1 - g t * g t)))).
  { assert (V := Units t T). unfold dy. rewrite Y. clear Dq Dy dy.
    assert (DG := derive_inner (fun t => x t i) (fun t => x t j) t _ _ Di Dj).
    assert (E := eq_trans (eq_sym (is_derive_unique g t _ DG)) (is_derive_unique g t _ Dg)).
    assert (Tan : forall l, inner (velocity tokens F (x t) l) (x t l) = 0).
    { intro l. unfold velocity, vsub.
      rewrite inner_add_l, !inner_scale_l, (V l), (inner_sym _ (push_of tokens F (x t))). ring. }
    set (vi := velocity tokens F (x t) i) in *. set (vj := velocity tokens F (x t) j) in *.
    assert (Ti := Tan i). assert (Tj := Tan j). fold vi in Ti. fold vj in Tj.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (x t i) vi),
      (inner_sym _ (x t j) vj), (inner_sym _ (x t j) vi), (inner_sym _ vj (x t i)), Ti, Tj, <- E. ring. }
  rewrite Same. specialize (Slope t T). lra.
Qed.
Lemma gathers_where_reflected : 0 < k 0 -> -1 < g 0 -> vtends (fun t => vsub (x t i) (x t j)) vzero.
Proof.
  intros K0 G0. assert (Kt : forall t, 0 <= t -> k 0 <= k t) by (intros t T; apply reflected_rises; lra).
  assert (Gt : forall t, 0 <= t -> g 0 <= g t).
  { intros t T. apply (rises g (fun t => k t * (1 - g t * g t))); [| |lra].
    - intros r Rr. apply circle_moves, Rr.
    - intros r Rr. destruct (circle_range r Rr) as [G _]. specialize (Kt r Rr).
      assert (0 <= (1 - g r) * (1 + g r)) by (apply Rmult_le_pos; lra). apply Rmult_le_pos; lra. }
  apply (half_fades _ (-1) (k 0 * (1 + g 0))); [lra | apply Rmult_lt_0_compat; lra | reflexivity|].
  intros t T. specialize (Kt t T). specialize (Gt t T). destruct (circle_range t T) as [G _].
  assert (k 0 * (1 + g 0) <= k t * (1 + g t)) by (apply Rmult_le_compat; lra).
  assert (k 0 * (1 + g 0) * (1 - g t) <= k t * (1 + g t) * (1 - g t)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Theorem ends_opposite : k 0 < 0 -> 4 * (1 - k 0 * k 0) < (1 - g 0) * (1 - g 0) ->
  vtends (fun t => vadd (x t i) (x t j)) vzero.
Proof.
  intros K0 Big. set (A := (1 - g 0) * (1 - g 0)) in *. set (B := 1 - k 0 * k 0) in *.
  assert (R0 := circle_range 0 (Rle_refl 0)). destruct R0 as [G0 K1]. assert (B0 : 0 <= B) by (unfold B; lra).
  assert (A0 : 0 < A) by lra. assert (G1 : g 0 < 1).
  { apply Rnot_le_lt. intro L. assert (E : g 0 = 1) by lra. unfold A in A0. rewrite E in A0. lra. }
  set (beta := 1 - 4 * B / A). assert (Bp : 0 < beta).
  { unfold beta. assert (4 * B / A < 1); [|lra]. apply Rmult_lt_reg_r with A; [exact A0|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Away : forall t, 0 <= t -> beta <= k t * k t).
  { intros t T. destruct (circle_range t T) as [G _]. assert (Q := quotient_kept t T). fold A B in Q.
    assert ((1 - g t) * (1 - g t) <= 2 * 2) by (apply Rmult_le_compat; lra).
    assert ((1 - g t) * (1 - g t) * B <= 2 * 2 * B) by (apply Rmult_le_compat_r; auto).
    apply Rmult_le_reg_r with A; [exact A0|]. replace (beta * A) with (A - 4 * B) by (unfold beta; field; lra). lra. }
  assert (Gap : forall t, 0 <= t -> k t < 0 -> beta <= - k t).
  { intros t T N. assert (W := Away t T). destruct (circle_range t T) as [_ K].
    assert (-1 <= k t).
    { apply Rnot_lt_le. intro L. assert (1 * 1 < - k t * - k t) by (apply Rmult_le_0_lt_compat; lra). lra. }
    assert (- k t * - k t <= - k t * 1) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Neg : forall t, 0 <= t -> k t <= - beta).
  { intros t T. apply Ropp_le_cancel. rewrite Ropp_involutive.
    apply (least_stays (tt :: nil) (fun _ t => - k t) (fun _ t => - ((1 + g t) * (1 - k t * k t))) beta beta); auto.
    - intros []. left. reflexivity.
    - intros _ r Rr. apply (derive_opp k), circle_moves, Rr.
    - intros _. apply Gap; lra.
    - intros _ r Rr [L U'] _. assert (Q := Gap r Rr ltac:(lra)). lra.
    - exact tt. }
  assert (Gt : forall t, 0 <= t -> g t <= g 0).
  { intros t T. apply Ropp_le_cancel. apply (rises (fun t => - g t) (fun t => - (k t * (1 - g t * g t)))); [| |lra].
    - intros r Rr. apply (derive_opp g), circle_moves, Rr.
    - intros r Rr. destruct (circle_range r Rr) as [G _]. specialize (Neg r Rr).
      assert (0 <= (1 - g r) * (1 + g r)) by (apply Rmult_le_pos; lra).
      assert (0 <= - k r * ((1 - g r) * (1 + g r))) by (apply Rmult_le_pos; lra). lra. }
  apply (half_fades _ 1 (beta * (1 - g 0))); [lra | apply Rmult_lt_0_compat; lra | |].
  - intro t. rewrite vscale_one. reflexivity.
  - intros t T. specialize (Neg t T). specialize (Gt t T). destruct (circle_range t T) as [G _].
    assert (beta * (1 - g 0) <= - k t * (1 - g t)) by (apply Rmult_le_compat; lra).
    assert (beta * (1 - g 0) * (1 + g t) <= - k t * (1 - g t) * (1 + g t)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End One.
Theorem ends_together x : runs x ->
  (0 < pair_reflected x 0 /\ -1 < pair_cosine x 0) \/
  (1 - pair_cosine x 0) * (1 - pair_cosine x 0) < 4 * (1 - pair_reflected x 0 * pair_reflected x 0) ->
  vtends (fun t => vsub (x t i) (x t j)) vzero.
Proof.
  intros Rx [[K0 G0]|Less]; [exact (gathers_where_reflected x Rx K0 G0)|].
  set (g := pair_cosine x) in *. set (k := pair_reflected x) in *. set (A := (1 - g 0) * (1 - g 0)) in *.
  set (B := 1 - k 0 * k 0) in *. assert (A0 : 0 <= A) by apply Rle_0_sqr. assert (B0 : 0 < B) by lra.
  assert (Kept := quotient_kept x Rx). assert (Range := circle_range x Rx). fold g k in Kept, Range. fold A B in Kept.
  set (top := sqrt (A / B)). assert (Q0 : 0 <= A / B) by (apply Rmult_le_pos; [exact A0 | left; apply
    Rinv_0_lt_compat, B0]).
  assert (Sq : top * top = A / B) by (apply sqrt_sqrt, Q0). assert (Top0 : 0 <= top) by apply sqrt_pos.
  assert (Top : top < 2).
  { apply Rnot_le_lt. intro L. assert (2 * 2 <= top * top) by (apply Rmult_le_compat; lra).
    assert (A / B < 4); [|lra]. apply Rmult_lt_reg_r with B; [exact B0|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Low : forall t, 0 <= t -> 1 - g t <= top).
  { intros t T. destruct (Range t T) as [G K]. specialize (Kept t T). apply Rnot_lt_le. intro L.
    assert (top * top < (1 - g t) * (1 - g t)) by (apply Rmult_le_0_lt_compat; lra).
    assert (E : top * top * B = A) by (rewrite Sq; field; lra).
    assert (top * top * B < (1 - g t) * (1 - g t) * B) by (apply Rmult_lt_compat_r; auto).
    assert (0 <= k t * k t * A) by (apply Rmult_le_pos; [apply Rle_0_sqr | exact A0]). lra. }
  destruct (Req_EM_T A 0) as [Z|N].
  - assert (Same : forall t, 0 <= t -> vsub (x t i) (x t j) = vzero).
    { intros t T. specialize (Low t T). destruct (Range t T) as [G _].
      assert (top = 0) by (unfold top; rewrite Z; unfold Rdiv; rewrite Rmult_0_l; apply sqrt_0).
      apply inner_definite. assert (U1 := runs_unit tokens F kappa ET Kpos Norm x t Rx T).
      unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (U1 i), (U1 j),
        (inner_sym _ (x t j)). change (inner (x t i) (x t j)) with (g t). lra. }
    intros eps E. exists 0. split; [lra|]. intros t T. rewrite (Same t T), vsub_self, vnorm_zero, Rminus_0_r, Rabs_R0.
    exact E.
  - set (rate := (2 - top) * B). assert (Rp : 0 < rate) by (apply Rmult_lt_0_compat; lra).
    assert (K1 : -1 <= k 0).
    { destruct (Range 0 (Rle_refl 0)) as [_ K]. apply Rnot_lt_le. intro L.
      assert (1 * 1 < - k 0 * - k 0) by (apply Rmult_le_0_lt_compat; lra). lra. }
    set (t1 := 2 / rate). assert (T1 : 0 <= t1) by (left; apply Rdiv_lt_0_compat; lra).
    assert (Cross : 0 < k t1).
    { apply Rnot_le_lt. intro L.
      assert (Neg : forall t, 0 <= t <= t1 -> k t <= 0).
      { intros t T. apply Rle_trans with (k t1); [|exact L]. apply (reflected_rises x Rx). lra. }
      assert (Gt : forall t, 0 <= t <= t1 -> g t <= g 0).
      { intros t T. assert (Gr := growth (fun t => - g t) (fun t => - (k t * (1 - g t * g t))) 0 0 t (proj1 T)).
        assert (Q : 0 * (t - 0) <= - g t - - g 0); [|lra].
        apply Gr; intros r Rr; [apply (derive_opp g), (circle_moves x Rx); lra|].
        destruct (Range r ltac:(lra)) as [G _]. specialize (Neg r ltac:(lra)).
        assert (0 <= (1 - g r) * (1 + g r)) by (apply Rmult_le_pos; lra).
        assert (0 <= - k r * ((1 - g r) * (1 + g r))) by (apply Rmult_le_pos; lra). lra. }
      assert (Gr := growth k (fun t => (1 + g t) * (1 - k t * k t)) rate 0 t1 T1).
      assert (Q : rate * (t1 - 0) <= k t1 - k 0).
      { apply Gr; intros r Rr; [apply (circle_moves x Rx); lra|].
        assert (Lr := Low r ltac:(lra)). specialize (Gt r Rr). assert (Kr := Kept r ltac:(lra)).
        destruct (Range r ltac:(lra)) as [G K].
        destruct (Range 0 (Rle_refl 0)) as [G0 _].
        assert (Ab : A <= (1 - g r) * (1 - g r)) by (unfold A; apply Rmult_le_compat; lra).
        assert (Kb : B <= 1 - k r * k r).
        { apply Rmult_le_reg_r with A; [lra|]. rewrite Kr, (Rmult_comm B). apply Rmult_le_compat_r; lra. }
        assert (rate <= (1 + g r) * (1 - k r * k r)) by (apply Rmult_le_compat; lra). lra. }
      assert (rate * t1 = 2) by (unfold t1; field; lra). lra. }
    assert (G1 : -1 < g t1) by (specialize (Low t1 T1); lra).
    assert (Later := runs_later tokens F kappa ET Kpos Norm x t1 Rx T1).
    assert (H := gathers_where_reflected (fun t => x (t1 + t)) Later). unfold pair_cosine, pair_reflected in H.
    rewrite Rplus_0_r in H. specialize (H Cross G1). intros eps E. destruct (H eps E) as [T [T0 HT]].
    exists (t1 + T). split; [lra|]. intros t Ht. specialize (HT (t - t1) ltac:(lra)).
    replace (t1 + (t - t1)) with t in HT by ring. exact HT.
Qed.
End Run.
End Circle.
